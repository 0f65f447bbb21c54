// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.etude.report.Internal;

/**
 * Etude's types that users reach: the public types of the packages that they import, and whatever public and protected members
 * of reached types mention as a super type, parameter, result, exception or type argument, unless they are marked {@link Internal};
 * a type that is marked counts where a member for users mentions it; and the errors that the Javadoc of the API names.
 */
final class PublicTypes {
    private static final Path CLASSES = Path.of("target", "classes");
    private static final Path SOURCES = Path.of("src", "main", "java", "org", "etude");
    private static final String ROOT = "org.etude";
    private static final Pattern ERROR = Pattern.compile("@throws (org\\.etude\\.[a-z.]+\\.[A-Z]\\w+)");

    /** Each reached type with the member that first mentioned it. */
    private final Map<Class<?>, String> reached =
            new TreeMap<>((a, b) -> a.getName().compareTo(b.getName()));

    private final Deque<Class<?>> open = new ArrayDeque<>();
    private final Set<Type> seen = new HashSet<>();

    private PublicTypes() {}

    static Map<Class<?>, String> reachedFrom(Iterable<String> packages) throws IOException, ClassNotFoundException {
        PublicTypes types = new PublicTypes();
        for (String each : packages) {
            types.enter(each);
        }
        types.errors();
        while (!types.open.isEmpty()) {
            types.members(types.open.remove());
        }
        return types.reached;
    }

    /** The errors that the API's Javadoc names by their package. */
    private void errors() throws IOException, ClassNotFoundException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : (Iterable<Path>)
                    files.filter(f -> f.toString().endsWith(".java")).sorted()::iterator) {
                Matcher named = ERROR.matcher(Files.readString(file));
                while (named.find()) {
                    mention(
                            Class.forName(named.group(1), false, getClass().getClassLoader()),
                            "@throws in " + file.getFileName());
                }
            }
        }
    }

    private void enter(String name) throws IOException, ClassNotFoundException {
        try (Stream<Path> files = Files.list(CLASSES.resolve(name.replace('.', '/')))) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String simple = file.getFileName().toString().replaceFirst("\\.class$", "");
                if (Files.isRegularFile(file) && !simple.equals("package-info")) {
                    Class<?> type =
                            Class.forName(name + '.' + simple, false, getClass().getClassLoader());
                    if (isReachable(type) && isForUsers(type)) {
                        mention(type, name);
                    }
                }
            }
        }
    }

    private static boolean isReachable(Class<?> type) {
        if (type.isAnonymousClass() || type.isLocalClass()) {
            return false;
        }
        Class<?> outer = type.getEnclosingClass();
        return isReachable(type.getModifiers()) && (outer == null || isReachable(outer));
    }

    private static boolean isReachable(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isForUsers(AnnotatedElement member) {
        return !member.isAnnotationPresent(Internal.class);
    }

    private static boolean isForUsers(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return !type.isAnnotationPresent(Internal.class) && (outer == null || isForUsers(outer));
    }

    private void members(Class<?> type) {
        String name = type.getSimpleName();
        parameters(type, name);
        mention(type.getGenericSuperclass(), name);
        for (Type each : type.getGenericInterfaces()) {
            if (!(each instanceof Class<?> plain) || isForUsers(plain)) {
                mention(each, name);
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isReachable(method.getModifiers()) && !method.isSynthetic() && isForUsers(method)) {
                mention(method.getGenericReturnType(), name + '.' + method.getName());
                signature(method, name + '.' + method.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isReachable(constructor.getModifiers()) && !constructor.isSynthetic() && isForUsers(constructor)) {
                signature(constructor, "new " + name);
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (isReachable(field.getModifiers()) && !field.isSynthetic() && isForUsers(field)) {
                mention(field.getGenericType(), name + '.' + field.getName());
            }
        }
    }

    private void signature(Executable member, String by) {
        parameters(member, by);
        for (Type each : member.getGenericParameterTypes()) {
            mention(each, by);
        }
        for (Type each : member.getGenericExceptionTypes()) {
            mention(each, by);
        }
    }

    private void parameters(GenericDeclaration declaration, String by) {
        for (Type each : declaration.getTypeParameters()) {
            mention(each, by);
        }
    }

    private void mention(Type type, String by) {
        if (type == null || !seen.add(type)) {
            return;
        }
        if (type instanceof Class<?> plain) {
            mention(plain, by);
        } else if (type instanceof ParameterizedType generic) {
            mention(generic.getRawType(), by);
            mention(generic.getActualTypeArguments(), by);
        } else if (type instanceof GenericArrayType array) {
            mention(array.getGenericComponentType(), by);
        } else if (type instanceof TypeVariable<?> variable) {
            mention(variable.getBounds(), by);
        } else if (type instanceof WildcardType wildcard) {
            mention(wildcard.getUpperBounds(), by);
            mention(wildcard.getLowerBounds(), by);
        }
    }

    private void mention(Type[] types, String by) {
        for (Type each : types) {
            mention(each, by);
        }
    }

    private void mention(Class<?> type, String by) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String name = element.getPackageName();
        boolean ours = name.equals(ROOT) || name.startsWith(ROOT + '.');
        if (ours && reached.putIfAbsent(element, by) == null) {
            open.add(element);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.notebook.error.CellNames;
import org.etude.report.Internal;

/** Short signatures of members, for completion. */
final class Signatures {
    private Signatures() {}

    /**
     * The method of that name with the fewest parameters, and the number of others for users: {@code (String path,
     * String... more) -> Traces (+2)}.
     */
    static Optional<String> method(Class<?> type, String name) {
        boolean internal = isInternal(type, name);
        Method[] all = methods(type, name)
                .filter(method -> internal || !isInternal(method))
                .toArray(Method[]::new);
        return Arrays.stream(all)
                .min(Comparator.comparingInt(Method::getParameterCount).thenComparing(Method::toString))
                .map(method -> of(method) + (all.length > 1 ? " (+" + (all.length - 1) + ")" : ""));
    }

    /** Whether all members of that name are marked {@link Internal}. */
    static boolean isInternal(Class<?> type, String name) {
        List<AnnotatedElement> members = Stream.<AnnotatedElement>concat(
                        methods(type, name), Arrays.stream(type.getFields()).filter(field -> field.getName()
                                .equals(name)))
                .toList();
        return !members.isEmpty() && members.stream().allMatch(Signatures::isInternal);
    }

    private static boolean isInternal(AnnotatedElement member) {
        return member.isAnnotationPresent(Internal.class);
    }

    private static Stream<Method> methods(Class<?> type, String name) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name) && !method.isBridge());
    }

    /** The type of a public field. */
    static Optional<String> field(Class<?> type, String name) {
        return Arrays.stream(type.getFields())
                .filter(field -> field.getName().equals(name))
                .map(Field::getGenericType)
                .map(Signatures::simple)
                .findFirst();
    }

    private static String of(Method method) {
        String parameters =
                Arrays.stream(method.getParameters()).map(Signatures::of).collect(Collectors.joining(", ", "(", ")"));
        return parameters + " -> " + simple(method.getGenericReturnType());
    }

    private static String of(Parameter parameter) {
        String type = simple(parameter.getParameterizedType());
        String shown =
                parameter.isVarArgs() && type.endsWith("[]") ? type.substring(0, type.length() - 2) + "..." : type;
        return parameter.isNamePresent() ? shown + ' ' + parameter.getName() : shown;
    }

    /** The type's name without packages. */
    private static String simple(Type type) {
        return CellNames.readable(type.getTypeName())
                .replaceAll("(?:[a-z_][\\w$]*\\.)+(?=[A-Z])", "")
                .replace('$', '.');
    }
}

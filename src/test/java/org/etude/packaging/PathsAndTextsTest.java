// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.etude.report.Internal;
import org.junit.jupiter.api.Test;

/** Whatever takes the name of a file as a text takes a {@link Path} too. */
class PathsAndTextsTest {
    private static final List<String> DOOR =
            List.of("org.etude", "org.etude.logs", "org.etude.spec", "org.etude.spec.network", "org.etude.table");
    private static final Set<String> FILES = Set.of("file", "path", "directory", "paths", "dir", "folder");

    @Test
    void aNameOfAFileMayBeAPath() throws Exception {
        TreeSet<String> lacking = new TreeSet<>();
        int named = 0;
        for (Class<?> type : PublicTypes.reachedFrom(DOOR).keySet()) {
            for (Method method : type.getDeclaredMethods()) {
                if (isForUsers(method) && takesFile(method)) {
                    named++;
                    if (!hasTwin(type, method)) {
                        lacking.add(type.getSimpleName() + "." + method.getName()
                                + Arrays.toString(method.getParameterTypes()));
                    }
                }
            }
        }
        assertThat(lacking).isEmpty();
        assertThat(named).as("methods that take a file").isGreaterThan(25);
    }

    private static boolean isForUsers(Method method) {
        return Modifier.isPublic(method.getModifiers())
                && !method.isSynthetic()
                && !method.isAnnotationPresent(Internal.class);
    }

    private static boolean isFile(Parameter parameter) {
        Class<?> type = parameter.getType();
        return FILES.contains(parameter.getName()) && (type == String.class || type == String[].class);
    }

    private static boolean takesFile(Method method) {
        return Arrays.stream(method.getParameters()).anyMatch(PathsAndTextsTest::isFile);
    }

    private static boolean hasTwin(Class<?> type, Method method) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && isForUsers(other)
                        && other.getParameterCount() == method.getParameterCount()
                        && matches(other, method));
    }

    private static boolean matches(Method other, Method method) {
        for (int i = 0; i < method.getParameterCount(); i++) {
            Parameter parameter = method.getParameters()[i];
            Class<?> there = other.getParameterTypes()[i];
            boolean fits = isFile(parameter)
                    ? there == Path.class
                            || parameter.getType().isArray()
                                    && Set.of(Path[].class, List.class).contains(there)
                    : there == parameter.getType() || there == Path[].class && parameter.getType() == String[].class;
            if (!fits) {
                return false;
            }
        }
        return true;
    }
}

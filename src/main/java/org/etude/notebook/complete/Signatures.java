// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Short signatures of members, for completion. */
final class Signatures {
    private Signatures() {}

    /** The method of that name with the fewest parameters: {@code (String path, String... more) -> Traces (+2)}. */
    static Optional<String> method(Class<?> type, String name) {
        Method[] all = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name) && !method.isBridge())
                .toArray(Method[]::new);
        return Arrays.stream(all)
                .min(Comparator.comparingInt(Method::getParameterCount).thenComparing(Method::toString))
                .map(method -> of(method) + (all.length > 1 ? " (+" + (all.length - 1) + ")" : ""));
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
        return type.getTypeName()
                .replaceAll("(?:[a-z_][\\w$]*\\.)+(?=[A-Z])", "")
                .replace('$', '.');
    }
}

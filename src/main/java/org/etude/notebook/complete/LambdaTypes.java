// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the class of a lambda's parameter from the method that receives the lambda: {@code toEt(t -> t.}. */
final class LambdaTypes {
    private final ScopeTypes scope;

    LambdaTypes(ScopeTypes scope) {
        this.scope = scope;
    }

    /**
     * The class of a parameter.
     *
     * @param code up to where the parameter is used
     * @param name the parameter's name
     */
    Optional<Class<?>> of(String code, String name) {
        String blanked = BlankedCode.of(code);
        Matcher lambda = Pattern.compile("(?<![\\w$.])(?:\\(\\s*)?" + Pattern.quote(name) + "\\s*\\)?\\s*->")
                .matcher(blanked);
        int start = -1;
        while (lambda.find()) {
            start = lambda.start();
        }
        return start < 0 ? Optional.empty() : argument(code, blanked, start);
    }

    private Optional<Class<?>> argument(String code, String blanked, int start) {
        int index = 0;
        int depth = 0;
        for (int i = start - 1; i >= 0; i--) {
            char c = blanked.charAt(i);
            if (c == ')' || c == ']' || c == '}') {
                depth++;
            } else if (depth > 0 && (c == '(' || c == '[' || c == '{')) {
                depth--;
            } else if (c == '(') {
                return called(code, i, index);
            } else if (depth == 0 && c == ',') {
                index++;
            } else if (c == ';' || c == '{') {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Optional<Class<?>> called(String code, int open, int index) {
        String before = code.substring(0, open).stripTrailing();
        int start = before.length();
        while (start > 0 && Character.isJavaIdentifierPart(before.charAt(start - 1))) {
            start--;
        }
        String method = before.substring(start);
        int dot = before.substring(0, start).stripTrailing().length() - 1;
        List<Class<?>> owners = dot > 0 && before.charAt(dot) == '.'
                ? scope.receiver(code, dot).stream().<Class<?>>map(each -> each).toList()
                : scope.staticScope();
        return owners.stream()
                .flatMap(owner -> Arrays.stream(owner.getMethods()))
                .filter(each -> each.getName().equals(method) && each.getParameterCount() > index)
                .flatMap(each -> input(each, index, code, open).stream())
                .findFirst();
    }

    private Optional<Class<?>> input(Method method, int index, String code, int open) {
        if (!(method.getGenericParameterTypes()[index] instanceof ParameterizedType function)) {
            return Optional.empty();
        }
        Type input = function.getActualTypeArguments()[0];
        if (input instanceof WildcardType wildcard) {
            input = wildcard.getLowerBounds().length > 0 ? wildcard.getLowerBounds()[0] : wildcard.getUpperBounds()[0];
        }
        if (input instanceof TypeVariable<?>) {
            int same = Arrays.asList(method.getGenericParameterTypes()).indexOf(input);
            return same < 0 || same >= index ? Optional.empty() : argument(code, open, same);
        }
        if (input instanceof ParameterizedType generic) {
            input = generic.getRawType();
        }
        return input instanceof Class<?> type ? Optional.of(type) : Optional.empty();
    }

    /** The class of an argument before the lambda, which the method takes for that of the lambda's too. */
    private Optional<Class<?>> argument(String code, int open, int index) {
        int depth = 0;
        int argument = 0;
        for (int i = open + 1; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth == 0 && argument++ == index) {
                String before = code.substring(0, i).stripTrailing();
                return scope.receiver(before + '.', before.length());
            }
        }
        return Optional.empty();
    }
}

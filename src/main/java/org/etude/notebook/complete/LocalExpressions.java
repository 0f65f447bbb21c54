// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites expressions that begin with a name which only the cell itself declares, so that JShell can tell their types
 * and complete them: {@code linked.ranks()} after {@code var linked = traces.link();} becomes {@code
 * (traces.link()).ranks()}. Nothing of it is run.
 */
final class LocalExpressions {
    private static final Pattern FIRST_NAME =
            Pattern.compile("([A-Za-z_$][\\w$]*)\\s*(?:([.\\[(].*))?", Pattern.DOTALL);

    private final LambdaTypes lambdas;

    LocalExpressions(LambdaTypes lambdas) {
        this.lambdas = lambdas;
    }

    /**
     * The expression without names of the cell, where their declarations say enough.
     *
     * @param code the cell up to the expression
     */
    String standalone(String code, String expression) {
        Matcher first = FIRST_NAME.matcher(expression);
        if (!first.matches()) {
            return expression;
        }
        String name = first.group(1);
        String type = LocalNames.in(code).get(name);
        String rest = first.group(2) == null ? "" : first.group(2);
        if (type == null || type.startsWith("(") != rest.startsWith("(")) {
            return expression;
        }
        if (rest.startsWith("(")) {
            int close = end(rest, 1);
            boolean known = type.length() > 1 && Character.isUpperCase(type.charAt(1)) && close < rest.length();
            return known ? '(' + type + ") null)" + rest.substring(close + 1) : expression;
        }
        return value(code, name, type).map(value -> value + rest).orElse(expression);
    }

    private Optional<String> value(String code, String name, String type) {
        if (!"var".equals(type)) {
            return Optional.of("((" + type + ") null)");
        }
        String blanked = BlankedCode.of(code);
        Matcher declared = Pattern.compile("(?<![\\w$.])" + Pattern.quote(name) + "\\s*(=(?!=)|:(?!:))")
                .matcher(blanked);
        int from = -1;
        int at = -1;
        boolean each = false;
        while (declared.find()) {
            at = declared.start();
            from = declared.end();
            each = ":".equals(declared.group(1));
        }
        if (from < 0) {
            return lambdas.of(code, name).map(parameter -> "((" + parameter.getCanonicalName() + ") null)");
        }
        String initial = standalone(
                code.substring(0, at), code.substring(from, end(blanked, from)).strip());
        return Optional.of(each ? '(' + initial + ").iterator().next()" : '(' + initial + ')');
    }

    /** Where an initial value ends: at its semicolon, or where the brackets around it close. */
    private static int end(String code, int from) {
        int depth = 0;
        for (int i = from; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            }
            if (depth < 0 || depth == 0 && c == ';') {
                return i;
            }
        }
        return code.length();
    }
}

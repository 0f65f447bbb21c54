// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that a cell itself declares before the cursor: variables, parameters of methods and lambdas, methods,
 * types. JShell completes only what has run. The code is incomplete by nature, so it is read token by token: a name that
 * follows a type is declared, until the braces or parentheses around it close.
 */
final class LocalNames {
    private static final Pattern TOKEN = Pattern.compile(
            BlankedCode.COMMENT + "|" + BlankedCode.LITERAL
                    + "|[\\p{L}_$][\\p{L}\\p{N}_$]*|->|::|\\.\\.\\.|\\d[\\w.]*|\\S",
            Pattern.DOTALL);

    /** Words that precede a name without being its type. */
    private static final Set<String> NO_TYPE = Set.of(
            "return",
            "new",
            "throw",
            "case",
            "else",
            "instanceof",
            "import",
            "package",
            "static",
            "final",
            "public",
            "private",
            "protected",
            "abstract",
            "extends",
            "implements",
            "throws",
            "permits",
            "yield",
            "do",
            "assert",
            "goto",
            "default",
            "sealed");

    private static final Set<String> TYPE_KINDS = Set.of("class", "record", "enum", "interface");

    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();
    private final Deque<Character> open = new ArrayDeque<>();
    private final List<String> tokens = new ArrayList<>();
    /** Names of the latest closed parentheses; they belong to the block or statement that follows. */
    private Map<String, String> parameters = Map.of();

    private LocalNames() {}

    /**
     * The names in scope at the end of the code, innermost first.
     *
     * @return by name its type if that is one word, otherwise {@code var}; for a type its kind; for a method {@code (}
     *     and the type of its result
     */
    static Map<String, String> in(String code) {
        LocalNames names = new LocalNames();
        names.scopes.push(new LinkedHashMap<>());
        Matcher matcher = TOKEN.matcher(code);
        while (matcher.find()) {
            String token = matcher.group();
            if (!token.startsWith("//") && !token.startsWith("/*")) {
                names.tokens.add(token);
            }
        }
        for (int i = 0; i < names.tokens.size(); i++) {
            names.read(i);
        }
        Map<String, String> all = new LinkedHashMap<>(names.parameters);
        names.scopes.forEach(scope -> scope.forEach(all::putIfAbsent));
        return all;
    }

    private void read(int i) {
        switch (tokens.get(i)) {
            case "{", "(" -> {
                open.push(tokens.get(i).charAt(0));
                scopes.push(new LinkedHashMap<>());
                if (tokens.get(i).equals("{")) {
                    scopes.peek().putAll(parameters);
                    parameters = Map.of();
                }
            }
            case "}" -> close('{', false);
            case ")" -> close('(', !Set.of(".", ",", ")").contains(token(i + 1)));
            case ";" -> parameters = open.contains('(') ? parameters : Map.of();
            case "->" -> lambda(i);
            default -> declared(i);
        }
    }

    private void close(char opened, boolean statementFollows) {
        while (open.contains(opened)) {
            Map<String, String> names = scopes.pop();
            if (open.pop() == opened) {
                names.putAll(parameters);
                parameters = statementFollows ? names : opened == '(' ? parameters : Map.of();
                return;
            }
        }
    }

    /** Parameters without types: {@code x ->}, {@code (x, y) ->}; those with types are declarations. */
    private void lambda(int arrow) {
        if (word(arrow - 1)) {
            scopes.peek().put(token(arrow - 1), "var");
            return;
        }
        List<String> bare = new ArrayList<>();
        int at = arrow - 2;
        bare.add(token(at));
        while (word(at) && token(at - 1).equals(",")) {
            at -= 2;
            bare.add(token(at));
        }
        if (word(at) && token(at - 1).equals("(")) {
            bare.forEach(name -> scopes.peek().put(name, "var"));
        } else {
            scopes.peek().putAll(parameters);
        }
        parameters = Map.of();
    }

    private void declared(int i) {
        if (!word(i) || !word(i - 1) && !endsType(i - 1)) {
            return;
        }
        String next = token(i + 1);
        String before = token(i - 1);
        if (TYPE_KINDS.contains(before)) {
            scopes.peek().put(token(i), before);
        } else if (!NO_TYPE.contains(before)
                && next.equals("(")
                && !token(i - 2).equals("new")) {
            scopes.peek().put(token(i), "(" + (word(i - 1) ? before : generic(i - 1)));
        } else if (!NO_TYPE.contains(before)
                && Set.of("=", ";", ":", ",", ")", "&").contains(next)) {
            scopes.peek().put(token(i), word(i - 1) ? before : "var");
        } else if (before.equals(",") && Set.of("=", ";").contains(next)) {
            scopes.peek().put(token(i), "var");
        }
    }

    /** The end of {@code List<String>}, {@code int[]}, {@code String...}; or the comma of several variables. */
    private boolean endsType(int i) {
        return token(i).equals(">") ? closesTypes(i) : Set.of("]", "...", ",").contains(token(i));
    }

    /** Whether a sign closes a list of types rather than compares. */
    private boolean closesTypes(int i) {
        int depth = 0;
        for (int at = i; at >= 0; at--) {
            String token = token(at);
            depth += token.equals(">") ? 1 : token.equals("<") ? -1 : 0;
            if (depth == 0) {
                return true;
            }
            if (!word(at) && !Set.of("<", ">", ",", ".", "?", "[", "]", "&").contains(token)) {
                return false;
            }
        }
        return false;
    }

    /** A type with its arguments, such as {@code List<Double>}; of others, as of arrays, nothing. */
    private String generic(int end) {
        int depth = 0;
        for (int at = end; at > 0; at--) {
            depth += token(at).equals(">") ? 1 : token(at).equals("<") ? -1 : 0;
            if (depth == 0) {
                return token(at).equals("<") && word(at - 1) ? String.join("", tokens.subList(at - 1, end + 1)) : "";
            }
        }
        return "";
    }

    private boolean word(int i) {
        return Character.isJavaIdentifierStart(token(i).isEmpty() ? ' ' : token(i).charAt(0));
    }

    private String token(int i) {
        return i >= 0 && i < tokens.size() ? tokens.get(i) : "";
    }
}

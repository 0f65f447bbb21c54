// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of advice for what people who know Python, shells or other notebooks type into a cell of Java. Only for code
 * that the compiler has rejected.
 */
final class Hints {
    private static final Pattern NO_CODE =
            Pattern.compile("(\"(?:[^\"\\\\]|\\\\.)*+\")|('(?:[^'\\\\]|\\\\.)*+')|//.*|/\\*.*?(?:\\*/|$)");
    private static final String SHELL =
            "ls|cd|pwd|cat|mkdir|rm|cp|mv|echo|git|python3?|head|tail|wc|wget|curl|nvidia-smi|"
                    + "rocm-smi|grep|find|which|unzip|tar|bash|sh|apt|apt-get|etude|export|env|df|du|ps|chmod|touch|java|jupyter";
    /** What makes {@code !name} an expression of Java. */
    private static final String NO_OPERATOR = "(?!instanceof\\b|[-+*/%^?]\\s|!=)";

    private static final String PRINT =
            "System.out.println(x) prints; the value of a cell's last expression is shown without it.";
    private static final String LOOP = "A loop of Java: for (int i = 0; i < 3; i++) { ... }";
    private static final String BRANCH =
            "Conditions are in parentheses, blocks in braces: if (x > 0) { ... } else { ... }";

    /**
     * Applies when both patterns are found.
     *
     * @param line in the line of the error, whose texts and comments are empty
     * @param message in the compiler's message
     */
    private record Rule(Pattern line, Pattern message, String hint) {
        Rule(String line, String message, String hint) {
            this(Pattern.compile(line), Pattern.compile(message), hint);
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "^\\s*!?\\s*(?:pip3?|conda|mamba)\\s+install\\b",
                    "",
                    "%maven group:artifact:version adds a library of Java, %classpath a jar."),
            new Rule(
                    "^\\s*!\\s*(?:(?:" + SHELL + ")(?:\\s+" + NO_OPERATOR + "[^.(\\[&|=\\s].*|\\s*)|[a-z][\\w-]*\\s+"
                            + NO_OPERATOR + "[\\w./~-].*)$",
                    "",
                    "Cells run Java; for shell commands use a terminal (in JupyterLab: File, New, Terminal)."),
            new Rule(
                    "^\\s*%%[A-Za-z]",
                    "", "%%name is for a whole cell and must be its first line; %name is for a line."),
            new Rule(
                    "^\\s*(?:import\\s+[\\w.]+\\s+as\\s+\\w+|import\\s+\\w+\\s*;?\\s*$|from\\s+[\\w.]+\\s+import\\b)",
                    "",
                    "Java imports classes: import java.util.List; or all of a package: import java.util.*;"),
            new Rule("^\\s*for\\s+\\w+(?:\\s*,\\s*\\w+)*\\s+in\\b", "", LOOP),
            new Rule(
                    "^\\s*(?:(?:if|elif|while)\\s+(?:[^?({\\s][^?{]*|\\([^?{()]*\\)\\s*)|else\\s*|try\\s*):\\s*(?:#.*)?$",
                    "",
                    BRANCH),
            new Rule("^\\s*def\\s+\\w+\\s*\\(", "", "A method of Java: int twice(int x) { return 2 * x; }"),
            new Rule(
                    "^(?:[^?]*[=(,\\[{:]|\\s*return\\b)?\\s*\\blambda(?:\\s+\\w+(?:\\s*,\\s*\\w+)*)?\\s*:",
                    "expected|illegal start|not a statement",
                    "A lambda of Java: x -> x + 1"),
            new Rule("", "symbol: (?:method print(?:ln|f)?\\(|variable (?:print|console)\\b)", PRINT),
            new Rule("^\\s*print\\s+[\"\\w]", "", PRINT),
            new Rule("", "illegal character: '#'", "Comments of Java begin with //."),
            new Rule(
                    "'(?:[^'\\\\]|\\\\.){2,}'|''",
                    "character literal",
                    "A text is in double quotes: \"text\"; single quotes are for one character."),
            new Rule("", "symbol: variable (?:True|False|None)\\b", "Java writes true, false and null."),
            new Rule("(?<!\\w)[fF]\"\"", "", "A text with values: String.format(\"%d ranks\", n), or \"ranks: \" + n."),
            new Rule("^\\s*(?:let|const)\\s+\\w+\\s*=", "", "Declare variables with var: var x = 5;"),
            new Rule("", "symbol: +class string\\b", "The type of texts is String."),
            new Rule("", "symbol: +class bool\\b", "The type of true and false is boolean."),
            new Rule(
                    "",
                    "illegal character: '\\\\u(?:201[89cd]|ff[0-9a-f]{2}|30[01][0-9a-f]|00a0|200b|2013|2014)'",
                    "This character is typographic, full-width or a special blank: type the one on the keyboard."),
            new Rule("\\w\\s*\\*\\*\\s*\\w", "illegal start", "A power of Java: Math.pow(x, 2)"),
            new Rule("\\w\\s+(?:and|or)\\s+\\w", "expected", "Java writes && for and, || for or, ! for not."),
            new Rule("", "array required, but [\\w.]*List\\b", "An element of a list: list.get(0)"),
            new Rule("(?:^|[=(,])\\s*\\[", "illegal start", "A list of Java: List.of(1, 2, 3)"),
            new Rule("\\{\\s*\"\"\\s*:", "expected", "A map of Java: Map.of(\"a\", 1, \"b\", 2)"),
            new Rule("", "symbol: method len\\(", "The size of a list is list.size(), of a text text.length()."),
            new Rule(
                    "",
                    "^';' expected",
                    "A semicolon ends each statement; only the last one of a cell may do without."));

    private static final Pattern UNKNOWN = Pattern.compile("symbol: +variable (\\w+)");

    private Hints() {}

    /** The hint for the first error that has one. */
    static Optional<String> of(List<CellDiagnostic> diagnostics) {
        return diagnostics.stream()
                .filter(CellDiagnostic::error)
                .flatMap(each -> one(each).stream())
                .findFirst();
    }

    private static Optional<String> one(CellDiagnostic error) {
        String whole = error.excerpt().lines().findFirst().orElse("");
        String line = NO_CODE.matcher(whole)
                .replaceAll(found -> found.group(1) != null
                        ? "\"\""
                        : found.group(2) != null ? Matcher.quoteReplacement(found.group(2)) : " ");
        Matcher unknown = UNKNOWN.matcher(error.message());
        if (unknown.find() && line.matches("\\s*" + unknown.group(1) + "\\s*=(?!=).*")) {
            String name = unknown.group(1);
            return Optional.of("Declare a variable where it is first set: var " + name + " = ...;");
        }
        return RULES.stream()
                .filter(rule -> rule.message().matcher(error.message()).find()
                        && rule.line().matcher(line).find())
                .map(Rule::hint)
                .findFirst();
    }
}

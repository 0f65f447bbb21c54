// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a cell with magics into parts, in order. */
final class MagicScript {
    private static final Pattern LINE = Pattern.compile("\\s*%([A-Za-z]\\w*)(?:[ \\t]+(.*?))?\\s*");
    private static final Pattern CELL = Pattern.compile("\\s*%%([A-Za-z]\\w*)(?:[ \\t]+(.*?))?\\s*");
    private static final Pattern ANY = Pattern.compile("(?m)^[ \\t]*%%?[A-Za-z]\\w*(?=\\s|$)");

    private MagicScript() {}

    /**
     * A part.
     *
     * @param magic its name, null for Java
     * @param text arguments of a magic, or Java; the lines above are blank in both, so that errors refer to lines
     *     of the cell
     * @param body the body of a cell magic, null for a line magic
     */
    record Part(String magic, String text, String body) {}

    /** Whether any line looks like a magic. */
    static boolean mentions(String code) {
        return ANY.matcher(code).find();
    }

    /**
     * Splits a cell.
     *
     * @param complete whether Java could end here: a percent sign after incomplete Java is an operator or text
     */
    static List<Part> split(String code, Predicate<String> complete) {
        String[] lines = code.split("\n", -1);
        int first = 0;
        while (first < lines.length - 1 && lines[first].isBlank()) {
            first++;
        }
        Matcher whole = CELL.matcher(lines[first]);
        if (whole.matches()) {
            String body =
                    "\n".repeat(first + 1) + String.join("\n", List.of(lines).subList(first + 1, lines.length));
            return List.of(new Part(whole.group(1), arguments(whole), body));
        }
        List<Part> parts = new ArrayList<>();
        StringBuilder java = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            Matcher line = LINE.matcher(lines[i]);
            if (line.matches() && (java.toString().isBlank() || complete.test(java.toString()))) {
                flush(java, parts);
                parts.add(new Part(line.group(1), "\n".repeat(i) + arguments(line), null));
                java.append("\n".repeat(i + 1));
            } else {
                java.append(lines[i]).append('\n');
            }
        }
        flush(java, parts);
        return parts;
    }

    private static void flush(StringBuilder java, List<Part> parts) {
        if (!java.toString().isBlank()) {
            parts.add(new Part(null, java.substring(0, java.length() - 1), null));
        }
        java.setLength(0);
    }

    private static String arguments(Matcher matcher) {
        return matcher.group(2) == null ? "" : matcher.group(2);
    }

    /**
     * The Java of a cell at its original positions; magics are replaced by spaces.
     *
     * @param takesJava whether the arguments of a magic are Java
     */
    static String javaOnly(String code, Predicate<String> takesJava) {
        StringBuilder java = new StringBuilder(code);
        Matcher matcher = ANY.matcher(code);
        while (matcher.find()) {
            String name = matcher.group().strip().replace("%", "");
            int end = code.indexOf('\n', matcher.end());
            end = takesJava.test(name) ? matcher.end() : end < 0 ? code.length() : end;
            for (int i = matcher.start(); i < end; i++) {
                java.setCharAt(i, ' ');
            }
        }
        return java.toString();
    }
}

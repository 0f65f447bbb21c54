// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.table.TextWrap;

/** A line after the options in a command's help: a sentence, an example, or a line of a listing. */
public final class FooterLine {
    private static final Pattern EXAMPLE = Pattern.compile("((?:[A-Z][a-z]*:)? *)(etude .*)");
    private static final String COMMENT = "  +# .*";
    private static final String PART = " +(?=-|&& )";
    private static final String MORE = " \\";
    private static final String INDENT = "    ";

    private FooterLine() {}

    /**
     * Wraps the line to {@code width} characters where possible: sentences between words, commands so that a shell
     * accepts them unchanged. Listings are not wrapped.
     */
    public static List<String> broken(String line, int width) {
        Matcher example = EXAMPLE.matcher(line);
        if (line.length() <= width) {
            return List.of(line);
        } else if (example.matches()) {
            return command(example.group(1), example.group(2), width);
        }
        return line.startsWith(" ") ? List.of(line) : TextWrap.lines(line, width);
    }

    /** Wraps before options, so that a value stays next to its name; a comment goes on a separate line above. */
    private static List<String> command(String label, String text, int width) {
        List<String> lines = new ArrayList<>();
        String code = text.replaceFirst(COMMENT, "");
        if (code.length() < text.length()) {
            lines.add(label + text.substring(text.indexOf("# ")));
        }
        String indent = " ".repeat(label.length());
        String line = lines.isEmpty() ? label : indent;
        String between = "";
        for (String part : code.split(PART)) {
            if (!between.isEmpty() && line.length() + 1 + part.length() + MORE.length() > width) {
                lines.add(line + MORE);
                line = indent + INDENT;
                between = "";
            }
            line += between + part;
            between = " ";
        }
        lines.add(line);
        return lines;
    }
}

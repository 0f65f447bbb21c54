// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.etude.report.Internal;

/** Breaks text into lines of a width: at blanks, inside a word only when it alone is wider. */
@Internal
public final class TextWrap {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private TextWrap() {}

    /**
     * The lines; at least one, none of more columns of a terminal than {@code width}, unless a single sign has. Line breaks, tabs and other
     * control characters in the text count as blanks.
     *
     * @throws IllegalArgumentException when the width is below 1
     */
    public static List<String> lines(String text, int width) {
        if (width < 1) {
            throw new IllegalArgumentException("the width is " + width + "; give at least 1");
        }
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : oneLine(text).split(" ")) {
            if (line.length() > 0 && TextWidth.of(line.toString()) + 1 + TextWidth.of(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
            while (TextWidth.of(line.toString()) > width) {
                int first = Character.charCount(line.codePointAt(0));
                int end = Math.max(first, TextWidth.chars(line.toString(), width));
                if (end == line.length()) {
                    break; // one sign of two columns in one column
                }
                lines.add(line.substring(0, end));
                line.delete(0, end);
            }
        }
        if (line.length() > 0 || lines.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }

    /** Whether a text without control characters takes no more than these columns of a terminal. */
    public static boolean fits(String text, int width) {
        return TextWidth.of(text) <= width;
    }

    static String oneLine(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return CONTROL.matcher(text).replaceAll(" ");
            }
        }
        return text;
    }
}

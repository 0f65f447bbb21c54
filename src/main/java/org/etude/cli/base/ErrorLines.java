// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Makes an error safe to print. Errors quote what was found in a file, which may be control characters that a terminal
 * obeys, or a single word of megabytes.
 */
public final class ErrorLines {
    private static final int LONGEST = 2_000;
    private static final int HEAD = 700;
    private static final int TAIL = 200;

    private ErrorLines() {}

    /** The lines with control characters as Java writes them and with the middle of very long lines left out. */
    public static String of(String message) {
        return message.lines().map(ErrorLines::line).collect(Collectors.joining(System.lineSeparator()));
    }

    private static String line(String line) {
        String shown = line.length() <= LONGEST
                ? line
                : line.substring(0, HEAD) + " [" + (line.length() - HEAD - TAIL) + " characters left out] "
                        + line.substring(line.length() - TAIL);
        StringBuilder safe = new StringBuilder(shown.length());
        shown.chars().forEach(c -> {
            if (c != '\t' && Character.isISOControl(c)) {
                safe.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                safe.append((char) c);
            }
        });
        return safe.toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.List;
import org.etude.table.TextWrap;

/** A name and its description, in two columns of a help text. */
public final class HelpItem {
    private static final String INDENT = "  ";
    private static final int NAMES = 24;
    private static final int NARROWEST_WORDS = 20;

    private HelpItem() {}

    /** Appends an item; a name wider than its column gets its own line. */
    public static void write(String name, String words, int width, StringBuilder text) {
        String gap = " ".repeat(INDENT.length() + NAMES);
        List<String> lines = TextWrap.lines(words, Math.max(NARROWEST_WORDS, width - gap.length()));
        text.append(INDENT).append(name);
        boolean fits = name.length() < NAMES;
        text.append(fits ? " ".repeat(NAMES - name.length()) : "\n" + gap).append(lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
            text.append('\n').append(gap).append(line);
        }
        text.append('\n');
    }
}

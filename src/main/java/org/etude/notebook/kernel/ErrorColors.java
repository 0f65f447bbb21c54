// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.List;

/** Colours tracebacks with the escape codes that notebooks and terminals support. */
final class ErrorColors {
    private static final String RED = "\u001b[31m";
    private static final String BLUE = "\u001b[34m";
    private static final String PLAIN = "\u001b[0m";

    private ErrorColors() {}

    /** Headings red, lines of cells blue, carets red. */
    static List<String> of(List<String> traceback) {
        return traceback.stream().map(ErrorColors::line).toList();
    }

    private static String line(String text) {
        if (text.startsWith("    at ")) {
            return text.contains("In[") ? BLUE + text + PLAIN : text;
        }
        boolean head = !text.startsWith(" ") && !text.startsWith("Hint: ")
                || text.strip().chars().allMatch(c -> c == '^');
        return head ? RED + text + PLAIN : text;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

/** Lines and columns of a text, from 1. */
public final class TextLines {
    private TextLines() {}

    /** The line that holds an offset. */
    public static int of(String text, int offset) {
        int line = 1;
        for (int i = 0; i < Math.min(offset, text.length()); i++) {
            if (text.charAt(i) == '\n') {
                line++;
            }
        }
        return line;
    }

    /** The column of an offset. */
    static int column(String text, int offset) {
        return offset - start(text, offset) + 1;
    }

    /** The whole line that contains an offset, without its line end. */
    static String at(String text, int offset) {
        int end = text.indexOf('\n', offset);
        return text.substring(start(text, offset), end < 0 ? text.length() : end);
    }

    private static int start(String text, int offset) {
        return offset == 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
    }
}

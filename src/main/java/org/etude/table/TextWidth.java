// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

/**
 * How many columns of a terminal a text takes: Chinese, Japanese and Korean signs and emoji two, combining marks none
 * (Unicode Standard Annex 11, East Asian Width).
 */
final class TextWidth {
    /** Below, every character takes one column. */
    private static final char NARROW_BELOW = '\u0300';

    /** First and last code points of the wide ones, ascending. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F,
        0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F900, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000,
        0x3FFFD
    };

    private TextWidth() {}

    /** The columns of a text without control characters. */
    static int of(String text) {
        int columns = text.length();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= NARROW_BELOW) {
                return text.codePoints().map(TextWidth::of).sum();
            }
        }
        return columns;
    }

    /**
     * The number of chars of the longest beginning that takes no more than these columns; no sign of two chars is
     * divided.
     */
    static int chars(String text, int columns) {
        int left = columns;
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            left -= of(point);
            if (left < 0) {
                break;
            }
            end += Character.charCount(point);
        }
        return end;
    }

    private static int of(int point) {
        if (point < NARROW_BELOW) {
            return 1;
        }
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        for (int i = 0; i < WIDE.length && point >= WIDE[i]; i += 2) {
            if (point <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import java.util.regex.Pattern;

/**
 * Recognises decimal numbers in text, such as {@code -1.5e3}. {@link Double#parseDouble} also accepts {@code 2D}, {@code 0x1p3} and
 * surrounding blanks, none of which is a number in a table.
 */
public final class DecimalText {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?");

    private DecimalText() {}

    /** Whether a text is a decimal number; neither NaN nor Infinity is one. */
    public static boolean isNumber(String text) {
        return DECIMAL.matcher(text).matches();
    }
}

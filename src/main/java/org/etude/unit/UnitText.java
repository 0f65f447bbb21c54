// SPDX-License-Identifier: Apache-2.0
package org.etude.unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** A number followed by a unit, as typed by users; shared by the parsers of this package. */
record UnitText(String text, double value, String unit, String examples) {

    static UnitText split(String text, String kind, String examples) {
        String trimmed = text == null ? "" : text.strip();
        int end = 0;
        while (end < trimmed.length()
                && "+-0123456789.eE".indexOf(trimmed.charAt(end)) >= 0
                && !unitStarts(trimmed, end)) {
            end++;
        }
        try {
            return new UnitText(
                    trimmed,
                    Double.parseDouble(trimmed.substring(0, end)),
                    trimmed.substring(end).strip(),
                    examples);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a " + kind + ": '" + text + "'. Write it as " + examples + ".", e);
        }
    }

    /** Like {@link #split}, but rejects a number without a unit, which would be ambiguous. */
    static UnitText withUnit(String text, String kind, String examples) {
        UnitText parsed = split(text, kind, examples);
        if (parsed.unit.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' has no unit. Write it as " + examples + ".");
        }
        return parsed;
    }

    /** An 'e' starts an exponent only when followed by a digit or sign. */
    private static boolean unitStarts(String text, int at) {
        char c = text.charAt(at);
        if (c != 'e' && c != 'E') {
            return false;
        }
        return at + 1 >= text.length() || "+-0123456789".indexOf(text.charAt(at + 1)) < 0;
    }

    IllegalArgumentException unknown() {
        return new IllegalArgumentException(
                "unknown unit '" + unit + "' in '" + text + "'. Write it as " + examples + ".");
    }

    /** Up to six significant digits, no trailing zeros, the same in every locale. */
    static String number(double value) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value == 0 ? "0" : Double.toString(value);
        }
        return new BigDecimal(value)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString()
                .toLowerCase(Locale.ROOT);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats numbers as text and JSON, identically in every locale and JDK. */
public final class Decimal {
    private static final MathContext DIGITS = new MathContext(10, RoundingMode.HALF_EVEN);
    private static final double LARGEST_WHOLE = 1e15;

    private Decimal() {}

    /** A coordinate with at most two decimals, without trailing zeros. */
    public static String coordinate(double value) {
        long hundredths = Math.round(value * 100);
        if (hundredths == 0) {
            return "0";
        }
        StringBuilder text = new StringBuilder(8);
        if (hundredths < 0) {
            text.append('-');
            hundredths = -hundredths;
        }
        long whole = hundredths / 100;
        long rest = hundredths % 100;
        if (whole > 0 || rest == 0) {
            text.append(whole);
        }
        if (rest > 0) {
            text.append('.').append(rest / 10);
            if (rest % 10 > 0) {
                text.append(rest % 10);
            }
        }
        return text.toString();
    }

    /** A JSON number with at most ten digits; null when it is not finite. */
    public static Number json(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        if (value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE) {
            return (long) value;
        }
        BigDecimal short10 = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return short10.scale() < 0 ? short10.setScale(0) : short10;
    }

    /** A value with a fixed number of decimals, and groups of three digits before the point. */
    static String text(double value, int places) {
        BigDecimal rounded = new BigDecimal(value).setScale(Math.max(0, places), RoundingMode.HALF_EVEN);
        String plain = rounded.signum() == 0 ? rounded.abs().toPlainString() : rounded.toPlainString();
        int from = plain.startsWith("-") ? 1 : 0;
        int point = plain.indexOf('.');
        StringBuilder grouped = new StringBuilder(plain);
        for (int at = (point < 0 ? plain.length() : point) - 3; at > from; at -= 3) {
            grouped.insert(at, ',');
        }
        return grouped.toString();
    }

    /** A value with three significant digits. */
    public static String brief(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        if (value == 0) {
            return "0";
        }
        int exponent = (int) Math.floor(Math.log10(Math.abs(value)));
        return text(value, Math.min(9, 2 - exponent));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The number format of one column: no decimals if all values are whole, else three, more if the largest value is small;
 * a value below a millionth among larger ones is written as a bound. An exponent appears only where decimals would not
 * suffice. The same in every locale.
 */
final class Decimals {
    private static final int PLACES = 3;
    private static final int MOST_PLACES = 9;
    private static final double WHOLE_BELOW = 1e15;
    private static final double LEAST = 1e-6;
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);

    private boolean fractions;
    private double largest;

    /** Takes a value of the column into account. */
    void see(double value) {
        if (Double.isFinite(value)) {
            fractions |= value != Math.rint(value);
            largest = Math.max(largest, Math.abs(value));
        }
    }

    String text(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "" : value > 0 ? "∞" : "-∞";
        }
        int places = places();
        boolean vanishes = value != 0 && Math.abs(value) < 0.5 * Math.pow(10, -places);
        if (vanishes && Math.abs(value) < LEAST && largest >= LEAST) {
            return value > 0 ? "<0.000001" : ">-0.000001";
        }
        if (vanishes || Math.abs(value) >= WHOLE_BELOW) {
            return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toString();
        }
        return grouped(new BigDecimal(value).setScale(places, RoundingMode.HALF_UP));
    }

    private int places() {
        if (!fractions) {
            return 0;
        }
        if (largest >= 1 || largest == 0) {
            return PLACES;
        }
        return Math.min(MOST_PLACES, PLACES - (int) Math.floor(Math.log10(largest)));
    }

    static String grouped(long value) {
        return grouped(BigDecimal.valueOf(value));
    }

    private static String grouped(BigDecimal value) {
        String plain = value.signum() == 0 ? value.abs().toPlainString() : value.toPlainString();
        int from = plain.startsWith("-") ? 1 : 0;
        int point = plain.indexOf('.');
        StringBuilder text = new StringBuilder(plain);
        for (int at = (point < 0 ? plain.length() : point) - 3; at > from; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }
}

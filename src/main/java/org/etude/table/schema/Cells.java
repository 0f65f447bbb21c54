// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.columns.Column;

/**
 * Cells as text, the same on every machine: decimals are rounded to a fixed number of places (a nanosecond in _ms and _us
 * columns), never printed with an exponent, in no locale.
 */
public final class Cells {
    private static final int DEFAULT_PLACES = 6;
    private static final int SHOWN_PLACES = 3;
    private static final int PLACES_OF_ALPHA = 9;
    private static final double LARGEST_SCALED = 9e15;

    private Cells() {}

    /** Whether a column holds numbers. */
    public static boolean isNumber(Column<?> column) {
        return column instanceof DoubleColumn || column instanceof LongColumn || column instanceof IntColumn;
    }

    /** Decimal places with which a column is written: exact to the nanosecond for times. */
    static int places(Column<?> column) {
        String name = column.name();
        if (isAlpha(column)) {
            return PLACES_OF_ALPHA;
        }
        return name.endsWith("_us") || name.endsWith("_ns") ? 3 : DEFAULT_PLACES;
    }

    /** Decimal places shown to users. */
    public static int shownPlaces(Column<?> column) {
        return isAlpha(column) ? PLACES_OF_ALPHA : SHOWN_PLACES;
    }

    /** Microseconds that one cycle represents: thousandths and less. */
    private static boolean isAlpha(Column<?> column) {
        return column.name().startsWith("alpha_");
    }

    /** A cell as plain text, "" when it is missing. */
    public static String plain(Column<?> column, int row) {
        if (column.isMissing(row)) {
            return "";
        }
        if (column instanceof DoubleColumn doubles) {
            return decimal(doubles.getDouble(row), places(column));
        }
        if (column instanceof LongColumn longs) {
            return Long.toString(longs.getLong(row));
        }
        if (column instanceof IntColumn ints) {
            return Integer.toString(ints.getInt(row));
        }
        return column.getString(row);
    }

    /** A decimal with up to {@code places} places and no trailing zeros. */
    public static String decimal(double value, int places) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        double scaled = value * Math.pow(10, places);
        if (Math.abs(scaled) >= LARGEST_SCALED) {
            BigDecimal exact = new BigDecimal(value).setScale(places, RoundingMode.HALF_UP);
            return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
        }
        BigDecimal rounded = BigDecimal.valueOf(Math.round(scaled), places);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** Inserts commas between groups of three digits before the decimal point. */
    public static String grouped(String number) {
        if (number.endsWith("Infinity")) {
            return number;
        }
        int from = number.startsWith("-") ? 1 : 0;
        int point = number.indexOf('.');
        int end = point < 0 ? number.length() : point;
        StringBuilder text = new StringBuilder(number);
        for (int at = end - 3; at > from; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }
}

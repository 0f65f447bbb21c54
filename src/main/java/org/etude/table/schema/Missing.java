// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import tech.tablesaw.columns.numbers.LongColumnType;

/** Values that a column's getter returns for a missing value. */
public final class Missing {
    /** A missing integer. */
    public static final long WHOLE = LongColumnType.missingValueIndicator();

    private Missing() {}

    /** The number, or a missing value when it is negative. */
    public static long ifNegative(long value) {
        return value < 0 ? WHOLE : value;
    }

    /** The number, or a missing value unless it is known. */
    public static long unless(boolean known, long value) {
        return known ? value : WHOLE;
    }

    /** The number, or a missing value unless it is known. */
    public static double unless(boolean known, double value) {
        return known ? value : Double.NaN;
    }
}

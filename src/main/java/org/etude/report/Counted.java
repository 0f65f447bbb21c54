// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.util.Locale;

/** Numbers with the words that they count, in the singular or the plural: "1 launch was dropped", "2 launches were dropped". */
@Internal
public final class Counted {
    private Counted() {}

    /** A number and a noun with a regular plural: "1 node", "0 nodes". */
    public static String of(long count, String noun) {
        return of(count, noun, noun + "s");
    }

    /** A number and what follows it when it is 1, or any other number. */
    public static String of(long count, String one, String others) {
        return count + " " + form(count, one, others);
    }

    /** The same with separators between thousands: "2,433 rows". */
    public static String grouped(long count, String one, String others) {
        return String.format(Locale.ROOT, "%,d %s", count, form(count, one, others));
    }

    /**
     * A part of all, and what is said of it when it is 1, or any other number: "1 of 3 steps is empty", "2 of 3 steps
     * are empty".
     */
    public static String among(long part, long all, String noun, String one, String others) {
        return part + " of " + of(all, noun) + " " + form(part, one, others);
    }

    private static String form(long count, String one, String others) {
        return count == 1 ? one : others;
    }
}

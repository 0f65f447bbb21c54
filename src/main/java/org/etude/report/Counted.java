// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

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
        return count + " " + (count == 1 ? one : others);
    }
}

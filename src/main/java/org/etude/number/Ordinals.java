// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

/** Ranks, and numbers of them, as files state them. */
public final class Ordinals {
    private Ordinals() {}

    /** The number as an int; -1 when it is negative or larger, where a cast would make another rank of it. */
    public static int of(long number) {
        return number >= 0 && number <= Integer.MAX_VALUE ? (int) number : -1;
    }
}

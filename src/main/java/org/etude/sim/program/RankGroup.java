// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A communicator group as collectives see it.
 *
 * @param id its number, 0 for the whole system
 * @param members ranks in list order, or null for the whole system
 * @param sorted ranks ascending, or null for the whole system
 * @param whole whether it contains every rank
 */
public record RankGroup(int id, int[] members, int[] sorted, boolean whole) {
    public static final RankGroup WORLD = new RankGroup(0, null, null, true);

    static RankGroup of(int id, int[] members, int ranks) {
        int[] sorted = members.clone();
        Arrays.sort(sorted);
        return new RankGroup(id, members, sorted, members.length == ranks);
    }

    /** Distinguishes it from groups of the same number on other ranks: its number and ranks. */
    List<Integer> key() {
        List<Integer> key = new ArrayList<>(sorted.length + 1);
        key.add(id);
        for (int member : sorted) {
            key.add(member);
        }
        return key;
    }

    /** The position of a rank in list order, or -1. */
    int place(int rank) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == rank) {
                return i;
            }
        }
        return -1;
    }
}

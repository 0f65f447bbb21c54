// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/**
 * Numbers the chunks of collectives, by which messages are matched. In ASTRA-sim each rank counts all its chunks,
 * including those of groups, so ranks that took part in different collectives no longer match in a collective of all
 * ranks. Here the ranks of a collective agree on the number, which is ASTRA-sim's wherever that simulator finishes.
 */
public final class StreamNumbers {
    /** Chunks of group g are numbered from g times this. */
    public static final int GROUP_IDS = 1_000_000;

    /** The agreed numbers; null when every rank counts on its own, as in ASTRA-sim. */
    private final LineNumbers agreed;
    /** Number of chunks of each rank so far. */
    private final int[] count;

    private final Int2IntOpenHashMap[] ofGroup;

    /** Creates the numbering of a number of ranks; {@code alone} when one rank is simulated for all. */
    public StreamNumbers(int ranks, boolean alone) {
        agreed = alone ? null : new LineNumbers();
        count = new int[ranks];
        ofGroup = new Int2IntOpenHashMap[ranks];
    }

    /**
     * Takes the number of a chunk that belongs to no group.
     *
     * @param participants distinguishes the participating ranks from others; see {@link LogicalDims#participants}
     */
    public int world(int rank, long participants) {
        int own = count[rank];
        int number = agreed == null ? own : agreed.next(participants, rank, own);
        count[rank] = Math.max(own, number) + 1;
        return number;
    }

    /** Takes the number of a chunk of a group. */
    public int group(int rank, int group) {
        count[rank]++;
        if (ofGroup[rank] == null) {
            ofGroup[rank] = new Int2IntOpenHashMap();
        }
        return group * GROUP_IDS + ofGroup[rank].addTo(group, 1);
    }
}

package org.etude.sim;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Numbers the chunks of collectives, by which messages find each other. ASTRA-sim counts on each rank every chunk there was,
 * those of groups too, so that ranks of unlike groups stop understanding each other in collectives of the whole job. Here the
 * first rank to reach such a chunk says its number, and the others take it: the same numbers wherever that simulator ends.
 */
final class StreamNumbers {
    /** Chunks of a group that have numbers of their own. */
    static final int GROUP_IDS = 1_000_000;

    /** Whether every rank counts for itself, as in ASTRA-sim. */
    private final boolean alone;
    /** Chunks of each rank so far. */
    private final int[] count;
    /** Chunks of the whole job's collectives of each rank so far. */
    private final int[] ofWorld;
    /** The number of each such chunk that a rank has reached. */
    private final IntArrayList agreed = new IntArrayList();

    private final Int2IntOpenHashMap[] ofGroup;

    StreamNumbers(int ranks, boolean alone) {
        this.alone = alone;
        count = new int[ranks];
        ofWorld = new int[ranks];
        ofGroup = new Int2IntOpenHashMap[ranks];
    }

    /** Takes the number of a chunk of the whole job. */
    int world(int rank) {
        int number = alone ? count[rank] : agreed(rank, ofWorld[rank]++);
        count[rank] = Math.max(count[rank], number) + 1;
        return number;
    }

    private int agreed(int rank, int place) {
        if (place == agreed.size()) {
            agreed.add(place == 0 ? count[rank] : Math.max(count[rank], agreed.getInt(place - 1) + 1));
        }
        return agreed.getInt(place);
    }

    /** Takes the number of a chunk of a group. */
    int group(int rank, int group) {
        count[rank]++;
        if (ofGroup[rank] == null) {
            ofGroup[rank] = new Int2IntOpenHashMap();
        }
        return group * GROUP_IDS + ofGroup[rank].addTo(group, 1);
    }
}

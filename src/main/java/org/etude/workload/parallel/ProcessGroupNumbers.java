// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assigns ascending numbers to process groups by which a simulator can distinguish their messages. As in ASTRA-sim,
 * chunks of group g are numbered from g million as a 32-bit number, and the tags of messages are these numbers modulo
 * 500 million. Groups with overlapping tags must not have two ranks in common, or those two could confuse their
 * messages. Below 500 groups numbers have no gaps.
 */
final class ProcessGroupNumbers {
    private static final int CHUNKS = 1_000_000;
    private static final int TAGS = 500_000_000;
    private static final int SLOTS = TAGS / CHUNKS;

    /** A numbered group: its first tag and its ranks. */
    private record Taken(int tag, Set<Integer> members) {}

    private final Map<Integer, List<Taken>> bySlot = new HashMap<>();
    private int next = 1;

    /** The number of the next group. */
    int take(List<Integer> members) {
        int number = next;
        for (int tried = 0; tried < SLOTS; tried++) {
            if (isFree(next + tried, members)) {
                number = next + tried;
                break;
            }
        }
        int tag = tag(number);
        bySlot.computeIfAbsent(tag / CHUNKS, slot -> new ArrayList<>()).add(new Taken(tag, new HashSet<>(members)));
        next = number + 1;
        return number;
    }

    private static int tag(int number) {
        return Math.floorMod(number * CHUNKS, TAGS);
    }

    private boolean isFree(int number, List<Integer> members) {
        int tag = tag(number);
        // Neither chunks past the largest 32-bit number nor tags past the last one.
        if (tag > TAGS - CHUNKS || number * CHUNKS > Integer.MAX_VALUE - CHUNKS) {
            return false;
        }
        for (int beside = -1; beside <= 1; beside++) {
            int slot = Math.floorMod(tag / CHUNKS + beside, SLOTS);
            for (Taken other : bySlot.getOrDefault(slot, List.of())) {
                int ahead = Math.floorMod(tag - other.tag, TAGS);
                boolean meets = Math.min(ahead, TAGS - ahead) < CHUNKS;
                if (meets && members.stream().filter(other.members::contains).count() > 1) {
                    return false;
                }
            }
        }
        return true;
    }
}

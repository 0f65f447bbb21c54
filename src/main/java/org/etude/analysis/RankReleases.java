// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.Arrays;
import org.etude.number.BinarySearch;
import org.etude.sim.result.TimedNodes;
import org.etude.trace.model.EventOrder;

/** What let each node of one rank start: its last dependency, or the node that freed its slot at that time. */
final class RankReleases {
    private final TimedNodes ops;
    private final int first;
    private final int size;
    private final short[] slotOf;
    private final long[] end;
    private final int[] lastParent;
    /** Nodes by slot; those of one slot by their end. */
    private final int[] byEnd;

    private final int[] slotStart;

    RankReleases(TimedNodes ops, int rank) {
        this.ops = ops;
        first = ops.firstOf(rank);
        size = ops.firstOf(rank + 1) - first;
        slotOf = ops.slots(rank);
        end = ops.ends(rank);
        lastParent = ops.lastParents(rank);
        slotStart = slotStarts();
        byEnd = bySlotAndEnd();
    }

    private int[] slotStarts() {
        int slots = 0;
        for (int node = 0; node < size; node++) {
            slots = Math.max(slots, slotOf[node] + 1);
        }
        int[] starts = new int[slots + 1];
        for (int node = 0; node < size; node++) {
            starts[slotOf[node] + 1]++;
        }
        for (int slot = 0; slot < slots; slot++) {
            starts[slot + 1] += starts[slot];
        }
        return starts;
    }

    private int[] bySlotAndEnd() {
        int[] at = slotStart.clone();
        int[] sorted = new int[size];
        for (int node = 0; node < sorted.length; node++) {
            sorted[at[slotOf[node]]++] = node;
        }
        for (int slot = 0; slot + 1 < slotStart.length; slot++) {
            sort(sorted, slotStart[slot], slotStart[slot + 1]);
        }
        return sorted;
    }

    /** Sorts by end, which equals the order of nodes that run one after the other. */
    private void sort(int[] nodes, int from, int to) {
        boolean sorted = true;
        for (int i = from + 1; i < to && sorted; i++) {
            sorted = end[nodes[i - 1]] <= end[nodes[i]];
        }
        if (sorted) {
            return;
        }
        int[] given = Arrays.copyOfRange(nodes, from, to);
        long[] ends = new long[given.length];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = end[given[i]];
        }
        int[] order = EventOrder.ascending(ends, ends.length);
        for (int i = 0; i < order.length; i++) {
            nodes[from + i] = given[order[i]];
        }
    }

    /** The row that let a row start; -1 for a node that could start at once. */
    int of(int row) {
        int node = row - first;
        long issued = ops.issued(row);
        int parent = lastParent[node];
        if (parent >= 0 && end[parent] == issued) {
            return first + parent;
        }
        int holder = issued > 0 ? lastEnding(node, issued) : -1;
        if (holder >= 0 && (parent < 0 || end[holder] > end[parent])) {
            return first + holder;
        }
        return parent < 0 ? -1 : first + parent;
    }

    /** Whether the releasing row is a dependency; otherwise it held the same slot. */
    boolean isDependency(int row, int release) {
        return release == first + lastParent[row - first];
    }

    /** The node of the same slot that ended last, no later than a time, and started before it; or -1. */
    private int lastEnding(int node, long until) {
        int from = slotStart[slotOf[node]];
        int next = BinarySearch.firstNot(from, slotStart[slotOf[node] + 1], i -> end[byEnd[i]] <= until);
        for (int at = next - 1; at >= from; at--) {
            int other = byEnd[at];
            if (other != node && end[other] >= 0 && ops.issued(first + other) < until) {
                return other;
            }
        }
        return -1;
    }
}

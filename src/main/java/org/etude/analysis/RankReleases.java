// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.Optional;
import org.etude.sim.program.RankProgram;
import org.etude.sim.result.OpColumns;

/** What let each node of one rank begin: its last dependency, or the node that freed its slot at that moment. */
final class RankReleases {
    /**
     * What came before a node.
     *
     * @param row the earlier node
     * @param kind "dependency" or "resource"
     */
    record Release(int row, String kind) {}

    private final OpColumns ops;
    private final int first;
    private final RankProgram program;
    private final int[] lastParent;
    private final int[] byEnd;

    RankReleases(OpColumns ops, int rank) {
        this.ops = ops;
        first = ops.firstOf(rank);
        program = ops.program(rank);
        lastParent = new int[program.size];
        Arrays.fill(lastParent, -1);
        for (int parent = 0; parent < program.size; parent++) {
            for (int c = program.childStart[parent]; c < program.childStart[parent + 1]; c++) {
                int child = program.children[c];
                if (lastParent[child] < 0 || end(parent) > end(lastParent[child])) {
                    lastParent[child] = parent;
                }
            }
        }
        byEnd = new int[program.size];
        Arrays.setAll(byEnd, i -> i);
        IntArrays.mergeSort(byEnd, (a, b) -> {
            int bySlot = Short.compare(program.slot[a], program.slot[b]);
            return bySlot != 0 ? bySlot : Long.compare(end(a), end(b));
        });
    }

    /** What let a row begin; empty for a node that could begin at once. */
    Optional<Release> of(int row) {
        int node = row - first;
        long issued = ops.issued(row);
        int parent = lastParent[node];
        if (parent >= 0 && end(parent) == issued) {
            return Optional.of(new Release(first + parent, "dependency"));
        }
        int holder = issued > 0 ? lastEnding(node, issued) : -1;
        if (holder >= 0 && (parent < 0 || end(holder) > end(parent))) {
            return Optional.of(new Release(first + holder, "resource"));
        }
        return parent < 0 ? Optional.empty() : Optional.of(new Release(first + parent, "dependency"));
    }

    private long end(int node) {
        return ops.ended(first + node);
    }

    /** The node of the same slot that ended last until a time and began before it, or -1. */
    private int lastEnding(int node, long until) {
        int low = 0;
        int high = byEnd.length;
        while (low < high) {
            int middle = low + high >>> 1;
            int other = byEnd[middle];
            boolean before = program.slot[other] < program.slot[node]
                    || program.slot[other] == program.slot[node] && end(other) <= until;
            if (before) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int at = low - 1; at >= 0 && program.slot[byEnd[at]] == program.slot[node]; at--) {
            int other = byEnd[at];
            if (other != node && end(other) >= 0 && ops.issued(first + other) < until) {
                return other;
            }
        }
        return -1;
    }
}

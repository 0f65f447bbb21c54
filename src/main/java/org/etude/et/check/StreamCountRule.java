// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * ASTRA-sim matches the chunks of an all-rank collective by the number of chunks that a rank had before, including
 * those of its groups. Ranks that took part in different numbers of collectives before therefore wait for each other
 * indefinitely. Collectives are counted in the order of their ids.
 */
public final class StreamCountRule {
    private StreamCountRule() {}

    /**
     * A finding for the first all-rank collective on which ASTRA-sim would hang, if any.
     *
     * @param stage the stage that reports it
     * @param level the level of the finding
     */
    public static List<Finding> check(EtSet set, String stage, Level level) {
        List<Finding> found = List.of();
        int[] first = new int[0];
        for (int rank = 0; rank < set.ranks().size() && found.isEmpty(); rank++) {
            int[] counts = counts(set.ranks().get(rank));
            first = rank == 0 ? counts : first;
            found = compare(first, rank, counts, stage, level);
        }
        return found;
    }

    /**
     * A finding for the first all-rank collective on which rank 0 and another rank would hang, if any.
     *
     * @param first {@link #counts} of rank 0
     * @param other those of the other rank
     */
    public static List<Finding> compare(int[] first, int rank, int[] other, String stage, Level level) {
        int end = Math.min(first.length, other.length);
        int k = Arrays.mismatch(first, 0, end, other, 0, end);
        return k < 0 ? List.of() : List.of(row(stage, level, k, first[k], rank, other[k]));
    }

    private static Finding row(String stage, Level level, int index, int first, int rank, int other) {
        return new Finding(
                level,
                stage,
                -1,
                "collective " + index + " of all ranks",
                "comes after " + first + " collectives on rank 0 and after " + other + " on rank " + rank,
                "ASTRA-sim matches chunks by how many a rank had before, including those of groups",
                "ASTRA-sim never finishes this job, although Etude does; for ASTRA-sim, give the collective a group of all ranks");
    }

    /** For each collective of all ranks, how many collectives of any group the rank has before it. */
    public static int[] counts(EtGraph graph) {
        IntArrayList before = new IntArrayList();
        int count = 0;
        for (int node : collectivesById(graph)) {
            String group = graph.string(node, EtNames.PG_NAME, "");
            boolean all = group.isEmpty() || group.equals("0");
            if (all && !graph.has(node, EtNames.INVOLVED_DIM)) {
                before.add(count);
            }
            count++;
        }
        return before.toIntArray();
    }

    private static int[] collectivesById(EtGraph graph) {
        IntArrayList found = new IntArrayList();
        for (int node = 0; node < graph.size(); node++) {
            if (graph.type(node) == EtNodeType.COMM_COLL) {
                found.add(node);
            }
        }
        int[] nodes = found.toIntArray();
        long[] ids = new long[graph.size()];
        for (int node : nodes) {
            ids[node] = graph.id(node);
        }
        LongArrays.radixSortIndirect(nodes, ids, true);
        return nodes;
    }
}

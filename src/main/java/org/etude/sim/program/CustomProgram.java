// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.et.graph.EtGraph;

/** The execution trace of a custom collective, with the orders in which ASTRA-sim's feeder walks it. */
public final class CustomProgram {
    public final RankProgram program;
    /** Ids of the initially free nodes, in the feeder's order. */
    public final long[] first;

    private final Long2ObjectOpenHashMap<HashOrder> children = new Long2ObjectOpenHashMap<>();

    /** Reads a custom collective from the execution trace that defines it. */
    public CustomProgram(EtGraph graph) {
        program = new RankProgram(graph);
        HashOrder table = new HashOrder();
        for (int at = 0; at < graph.size(); at++) {
            table.add(graph.id(at));
            for (int k = 0; k < graph.depCount(at); k++) {
                table.add(graph.dep(at, k));
                children.computeIfAbsent(graph.dep(at, k), id -> new HashOrder())
                        .add(graph.id(at));
            }
        }
        LongArrayList free = new LongArrayList();
        for (long id : table.toArray()) {
            int node = node(id);
            if (node >= 0 && program.parents[node] == 0) {
                free.add(id);
            }
        }
        first = free.toLongArray();
    }

    /** The index of an id in the program, or -1. */
    public int node(long id) {
        int at = Arrays.binarySearch(program.id, id);
        return at >= 0 ? at : -1;
    }

    /** Ids that depend on an id, in the feeder's order. */
    public long[] children(long id) {
        HashOrder set = children.get(id);
        return set == null ? new long[0] : set.toArray();
    }
}

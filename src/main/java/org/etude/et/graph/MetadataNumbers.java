// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import org.etude.number.Ordinals;

/** Whole numbers that the metadata of a trace states, such as {@link EtNames#RECORDED_RANK}. */
public final class MetadataNumbers {
    private MetadataNumbers() {}

    /** The first attribute with a name if it is a whole number, otherwise this. */
    public static long whole(EtGraph graph, String name, long otherwise) {
        return graph.metadata().stream()
                .filter(a -> a.name().equals(name) && a.value() instanceof Long)
                .mapToLong(a -> (Long) a.value())
                .findFirst()
                .orElse(otherwise);
    }

    /** The same as a rank or a number of ranks or steps; -1 if there is none that an int holds. */
    public static int ordinal(EtGraph graph, String name) {
        return Ordinals.of(whole(graph, name, -1));
    }

    /** The rank in the recorded job; that in the workload if the trace does not state it. */
    public static int recordedRank(EtGraph graph, int rank) {
        int recorded = ordinal(graph, EtNames.RECORDED_RANK);
        return recorded >= 0 ? recorded : rank;
    }
}

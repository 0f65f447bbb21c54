// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.TraceException;

/**
 * What a rank communicated within its node, or with others.
 *
 * @param rank the rank
 * @param scope the location of the group's ranks
 * @param type the type
 * @param open number and durations
 * @param unsized how many of these have an unknown size
 * @param bytes the larger of input and output, summed
 * @param sentBytes minimum number of bytes that the rank sent; NaN where that depends on the root
 */
public record NodeTraffic(
        int rank, Scope scope, CollectiveType type, DurationStats open, long unsized, long bytes, double sentBytes) {
    private static final Comparator<NodeTraffic> ORDER = Comparator.comparingInt(NodeTraffic::rank)
            .thenComparing(NodeTraffic::scope)
            .thenComparing(NodeTraffic::type);

    /** The location of a group's ranks. */
    public enum Scope {
        /** All in one node. */
        INTRA,
        /** In several nodes. */
        INTER,
        /** The trace does not name the ranks. */
        UNKNOWN
    }

    /**
     * Groups calls by rank, scope and type.
     *
     * @param ranksPerNode number of consecutive ranks per node
     * @throws TraceException when it is below 1
     */
    public static List<NodeTraffic> of(List<CommCall> calls, int ranksPerNode) {
        if (ranksPerNode < 1) {
            throw new TraceException(
                    ranksPerNode + " ranks per node are not possible.", "Give how many ranks one node has, such as 8.");
        }
        Map<NodeTraffic, NodeTraffic> groups = new TreeMap<>(ORDER);
        for (CommCall call : calls) {
            NodeTraffic one = of(call, ranksPerNode);
            groups.merge(one, one, NodeTraffic::plus);
            groups.get(one).open.add(call.nanos());
        }
        return new ArrayList<>(groups.values());
    }

    private static NodeTraffic of(CommCall call, int ranksPerNode) {
        Scope scope = Scope.UNKNOWN;
        if (!call.ranks().isEmpty()) {
            int node = call.rank() / ranksPerNode;
            scope = call.ranks().stream().allMatch(r -> r / ranksPerNode == node) ? Scope.INTRA : Scope.INTER;
        }
        boolean known = call.bytes() >= 0;
        long bytes = known ? call.bytes() : 0;
        return new NodeTraffic(
                call.rank(), scope, call.type(), new DurationStats(), known ? 0 : 1, bytes, sent(call, bytes));
    }

    private static double sent(CommCall call, long bytes) {
        return switch (call.type()) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, ALL_TO_ALL ->
                call.groupSize() < 1 ? Double.NaN : bytes * CommCall.busFactor(call.type(), call.groupSize());
            case SEND -> bytes;
            case RECV -> 0;
            default -> Double.NaN;
        };
    }

    private NodeTraffic plus(NodeTraffic other) {
        return new NodeTraffic(
                rank, scope, type, open, unsized + other.unsized, bytes + other.bytes, sentBytes + other.sentBytes);
    }
}

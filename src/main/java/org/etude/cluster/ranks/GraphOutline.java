// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.host.ColumnHostTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;

/**
 * What other ranks need to know of a linked graph: its collectives with their times, its first start and its last end, and its process
 * groups. A hundred bytes per collective.
 *
 * @param trace the rank's trace without events
 * @param size nodes of the graph
 * @param nodes the nodes that are told of, ascending
 * @param kinds what they are
 * @param starts their starts, ns
 * @param durations how long they took, ns
 * @param groups the different lists of ranks of the collectives
 * @param groupOf index into {@code groups} by collective
 * @param collectives the collectives without their lists of ranks
 * @param sequences the trace's own numbers of the collectives
 */
record GraphOutline(
        RankTrace trace,
        int size,
        int[] nodes,
        List<NodeKind> kinds,
        long[] starts,
        long[] durations,
        List<List<Integer>> groups,
        int[] groupOf,
        List<Collective> collectives,
        long[] sequences) {
    static final String KIND = "graph";

    static GraphOutline of(LinkedRank graph) {
        int[] nodes = nodes(graph);
        Map<List<Integer>, Integer> groups = new LinkedHashMap<>();
        List<Collective> bare = new ArrayList<>();
        int[] groupOf = new int[graph.collectives().size()];
        long[] sequences = new long[groupOf.length];
        for (int k = 0; k < groupOf.length; k++) {
            Collective c = graph.collectives().get(k);
            groupOf[k] = groups.computeIfAbsent(c.groupRanks(), ranks -> groups.size());
            bare.add(c.withGroupRanks(List.of()));
            sequences[k] = graph.traceSequence(k);
        }
        long[] starts = new long[nodes.length];
        long[] durations = new long[nodes.length];
        List<NodeKind> kinds = new ArrayList<>();
        for (int k = 0; k < nodes.length; k++) {
            kinds.add(graph.kind(nodes[k]));
            starts[k] = graph.startNanos(nodes[k]);
            durations[k] = graph.durationNanos(nodes[k]);
        }
        return new GraphOutline(
                bare(graph.trace()),
                graph.size(),
                nodes,
                kinds,
                starts,
                durations,
                List.copyOf(groups.keySet()),
                groupOf,
                bare,
                sequences);
    }

    private static RankTrace bare(RankTrace trace) {
        HostTrace host = trace.host() instanceof ColumnHostTrace all ? all.head() : trace.host();
        ColumnDeviceTrace device = trace.device() == null ? null : ((ColumnDeviceTrace) trace.device()).head();
        return new RankTrace(trace.rank(), host, device, trace.clockOffsetNanos(), trace.steps());
    }

    private static int[] nodes(LinkedRank graph) {
        TreeSet<Integer> kept = new TreeSet<>();
        graph.collectives().forEach(c -> kept.add(c.node()));
        int first = -1;
        int last = -1;
        int host = -1;
        for (int i = 0; i < graph.size(); i++) {
            host = host < 0 && graph.kind(i) == NodeKind.HOST_COMM ? i : host;
            if (graph.kind(i) != NodeKind.ROOT && graph.startNanos(i) != LinkedRank.UNTIMED) {
                first = first < 0 || graph.startNanos(i) < graph.startNanos(first) ? i : first;
                last = last < 0 || end(graph, i) > end(graph, last) ? i : last;
            }
        }
        for (int node : new int[] {first, last, host}) {
            if (node >= 0) {
                kept.add(node);
            }
        }
        return kept.stream().mapToInt(Integer::intValue).toArray();
    }

    private static long end(LinkedRank graph, int i) {
        return graph.startNanos(i) + graph.durationNanos(i);
    }

    /** The collectives with their lists of ranks, which they share. */
    List<Collective> whole() {
        List<Collective> whole = new ArrayList<>();
        for (int k = 0; k < groupOf.length; k++) {
            whole.add(collectives.get(k).withGroupRanks(groups.get(groupOf[k])));
        }
        return whole;
    }

    /** The same with other values for its collectives, whose groups stay. */
    GraphOutline with(List<Collective> values) {
        List<Collective> bare =
                values.stream().map(c -> c.withGroupRanks(List.of())).toList();
        return new GraphOutline(trace, size, nodes, kinds, starts, durations, groups, groupOf, bare, sequences);
    }
}

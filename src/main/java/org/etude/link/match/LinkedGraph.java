// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.List;
import java.util.function.Supplier;
import org.etude.link.collective.CollectiveEvidence;
import org.etude.link.host.EdgeList;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.model.Collective;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.model.RankTrace;

/**
 * The linked graph of a rank: node columns, and dependencies in compressed sparse rows. About 37 bytes per node,
 * 8 more once self times were asked for, and 5 per edge.
 */
public final class LinkedGraph implements LinkedRank {
    private static final EdgeKind[] EDGE_KINDS = EdgeKind.values();

    private final RankContext rank;
    private final NodeTable nodes;
    private final Later exclusive;
    private final int[] rowStart;
    private final int[] source;
    private final byte[] edgeKind;
    private final List<Collective> collectives;
    private final long[] traceSequence;
    private final int[] collectiveOf;
    private final List<Coverage> coverage;

    /** Times computed when first asked, as few questions need them. */
    private static final class Later {
        private final Supplier<long[]> how;
        private volatile long[] times;

        Later(Supplier<long[]> how) {
            this.how = how;
        }

        /** The time of a node. Threads that ask at once may compute it twice, with the same result. */
        long of(int node) {
            long[] known = times;
            if (known == null) {
                known = how.get();
                times = known;
            }
            return known[node];
        }
    }

    /**
     * Takes ownership of the finished tables of one rank; edges are sorted by target.
     *
     * @param exclusive computes the self times of the nodes
     */
    public LinkedGraph(
            RankContext rank,
            NodeTable nodes,
            Supplier<long[]> exclusive,
            EdgeList edges,
            List<CollectiveEvidence> drafts,
            Collective[] collectives,
            List<Coverage> coverage) {
        this.rank = rank;
        this.nodes = nodes;
        this.exclusive = new Later(exclusive);
        this.collectives = List.of(collectives);
        this.coverage = coverage;
        traceSequence = drafts.stream().mapToLong(draft -> draft.traceSequence).toArray();
        collectiveOf = new int[nodes.size];
        for (int k = collectives.length - 1; k >= 0; k--) {
            collectiveOf[collectives[k].node()] = k + 1;
        }
        rowStart = new int[nodes.size + 1];
        source = new int[edges.size()];
        edgeKind = new byte[edges.size()];
        fillRows(edges);
    }

    private LinkedGraph(LinkedGraph other, List<Collective> collectives) {
        rank = other.rank;
        nodes = other.nodes;
        exclusive = other.exclusive;
        rowStart = other.rowStart;
        source = other.source;
        edgeKind = other.edgeKind;
        traceSequence = other.traceSequence;
        collectiveOf = other.collectiveOf;
        coverage = other.coverage;
        this.collectives = List.copyOf(collectives);
    }

    /** The same with other values for the same collectives, in the same order. */
    public LinkedGraph withCollectives(List<Collective> values) {
        return new LinkedGraph(this, values);
    }

    private void fillRows(EdgeList edges) {
        for (int e = 0; e < edges.size(); e++) {
            rowStart[edges.target(e) + 1]++;
        }
        for (int i = 0; i < nodes.size; i++) {
            rowStart[i + 1] += rowStart[i];
        }
        int[] next = rowStart.clone();
        for (int e = 0; e < edges.size(); e++) {
            int at = next[edges.target(e)]++;
            source[at] = edges.source(e);
            edgeKind[at] = edges.kind(e);
        }
    }

    @Override
    public RankTrace trace() {
        return rank.trace();
    }

    @Override
    public int size() {
        return nodes.size;
    }

    @Override
    public NodeKind kind(int i) {
        return nodes.kind(i);
    }

    @Override
    public String name(int i) {
        return ParentAssigner.name(rank, nodes, i);
    }

    @Override
    public long startNanos(int i) {
        return nodes.kind(i) == NodeKind.HOST_COMM ? nodes.estimatedStart(i) : nodes.start(i);
    }

    @Override
    public long durationNanos(int i) {
        return nodes.duration(i);
    }

    @Override
    public long exclusiveNanos(int i) {
        return exclusive.of(i);
    }

    @Override
    public int lane(int i) {
        return nodes.lane[i];
    }

    /** A node with an event has a start, so that this need not be read: many loops ask it of every node. */
    @Override
    public boolean takesHostTime(int i) {
        NodeKind kind = nodes.kind(i);
        return (kind == NodeKind.HOST_OP || kind == NodeKind.SYNC_CALL) && nodes.timed(i);
    }

    @Override
    public int stream(int i) {
        return nodes.kind(i).isGpu() ? rank.device().stream(nodes.event[i]) : -1;
    }

    @Override
    public int device(int i) {
        return nodes.kind(i).isGpu() ? rank.device().device(nodes.event[i]) : -1;
    }

    @Override
    public int hostIndex(int i) {
        return nodes.host[i];
    }

    @Override
    public int eventIndex(int i) {
        return nodes.event[i];
    }

    @Override
    public int parent(int i) {
        return nodes.parent[i];
    }

    @Override
    public int launchEvent(int i) {
        return nodes.kind(i).isGpu() ? rank.launchOf()[nodes.event[i]] : -1;
    }

    @Override
    public int dependencyCount(int i) {
        return rowStart[i + 1] - rowStart[i];
    }

    @Override
    public int dependency(int i, int k) {
        return source[row(i, k)];
    }

    @Override
    public EdgeKind dependencyKind(int i, int k) {
        return EDGE_KINDS[edgeKind[row(i, k)]];
    }

    private int row(int i, int k) {
        if (k < 0 || k >= dependencyCount(i)) {
            throw new IndexOutOfBoundsException("node " + i + " has " + dependencyCount(i) + " dependencies, not " + k);
        }
        return rowStart[i] + k;
    }

    @Override
    public List<Collective> collectives() {
        return collectives;
    }

    @Override
    public Collective collective(int i) {
        return collectiveOf[i] == 0 ? null : collectives.get(collectiveOf[i] - 1);
    }

    @Override
    public List<Collective> collectives(int i) {
        int first = collectiveOf[i] - 1;
        int end = first;
        while (end >= 0 && end < collectives.size() && collectives.get(end).node() == i) {
            end++;
        }
        return first < 0 ? List.of() : collectives.subList(first, end);
    }

    @Override
    public List<Coverage> coverage() {
        return coverage;
    }

    @Override
    public long traceSequence(int k) {
        return traceSequence[k];
    }
}

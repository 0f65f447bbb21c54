// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;

/**
 * Maps recorded moments to times of a run by the host's timeline: a moment keeps its recorded offset within the node
 * active at that time. A node that waited for work waited first; a moment within the wait keeps its offset from the
 * start of the wait, up to its end.
 */
public final class HostMoments {
    /** A moment that the run does not reach. */
    public static final long NEVER = Long.MIN_VALUE;

    private final EtGraph graph;
    private final IntToLongFunction issued;
    private final IntToLongFunction ended;
    private final RecordedOrder byStart;
    private final int held;

    private HostMoments(EtGraph graph, IntToLongFunction issued, IntToLongFunction ended) {
        this.graph = graph;
        this.issued = issued;
        this.ended = ended;
        byStart = new RecordedOrder(graph, this::isHost);
        held = IntStream.range(0, graph.size())
                .filter(n -> isHost(n) && !graph.has(n, EtNames.START_NS))
                .findFirst()
                .orElse(-1);
    }

    private boolean isHost(int node) {
        return graph.isCpuOp(node) && !graph.has(node, EtNames.RESOURCE);
    }

    /**
     * The mapping of one rank. O(n log n) of its nodes.
     *
     * @param issued by node, when its work began in the run, in ns; -1 for never
     * @param ended by node, when it ended, in ns; -1 for never
     */
    public static HostMoments of(EtGraph graph, IntToLongFunction issued, IntToLongFunction ended) {
        return new HostMoments(graph, issued, ended);
    }

    /** Whether the rank has a host. */
    public boolean isSome() {
        return !byStart.isEmpty();
    }

    /**
     * When the run reaches a recorded moment, in ns, or {@link #NEVER}. A moment before the first node keeps its
     * distance to it.
     */
    public long at(long time) {
        int place = byStart.last(time);
        int node = byStart.node(Math.max(0, place));
        if (ended.applyAsLong(node) < 0) {
            return NEVER;
        }
        long begun = issued.applyAsLong(node);
        long left = graph.recordedEndNanos(node) - Math.max(time, graph.startNanos(node));
        if (left > graph.durationNanos(node)) {
            return Math.min(begun, before(place) + time - graph.startNanos(node));
        }
        return place < 0
                ? begun + time - graph.startNanos(node)
                : Math.max(begun, ended.applyAsLong(node) - Math.max(0, left));
    }

    /**
     * When the node's predecessor on the host's timeline ended; for the first node, the recorded late start of the
     * rank, if any.
     */
    private long before(int place) {
        int node = place > 0 ? byStart.node(place - 1) : held;
        return node < 0 ? 0 : ended.applyAsLong(node);
    }
}

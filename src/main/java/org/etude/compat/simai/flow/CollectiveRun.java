// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** A collective in flight: tracks which flows may be sent and which ranks are done. */
final class CollectiveRun {
    private final FlowSimulation simulation;
    private final List<Flow> flows;
    private final int firstMessage;
    private final int ranks;
    private final ToLongFunction<Flow> latency;
    private final Supplier<SendCosts> newCosts;
    /** Flows by the node that sends them. */
    private final Map<Integer, List<Flow>> bySource = new HashMap<>();

    private final int[] missing;
    /** Flows that have left their sender. */
    private final boolean[] left;
    /** The number of flows that a node has yet to send or receive. */
    private final Map<Integer, Integer> open = new HashMap<>();

    private final Set<Integer> entered = new HashSet<>();
    private final Map<Integer, SendCosts> costs = new HashMap<>();
    /** Chunks that wait for the previous one, by channel, source and destination. */
    private final Map<List<Integer>, Deque<Flow>> later = new HashMap<>();

    /**
     * Creates a collective that no rank has reached yet.
     *
     * @param firstMessage the number of the first flow among all messages
     * @param ranks nodes below this number must reach the collective; those above are always ready
     * @param latency additional time of a flow's sender, ns
     * @param newCosts creates the preparation costs of a node
     */
    CollectiveRun(
            FlowSimulation simulation,
            FlowSchedule schedule,
            int firstMessage,
            int ranks,
            ToLongFunction<Flow> latency,
            Supplier<SendCosts> newCosts) {
        this.simulation = simulation;
        this.firstMessage = firstMessage;
        this.ranks = ranks;
        this.latency = latency;
        this.newCosts = newCosts;
        flows = schedule.flows();
        missing = new int[flows.size()];
        left = new boolean[flows.size()];
        for (Flow flow : flows) {
            missing[flow.id()] = flow.parents().size();
            bySource.computeIfAbsent(flow.source(), source -> new ArrayList<>()).add(flow);
            open.merge(flow.source(), 1, Integer::sum);
            open.merge(flow.destination(), 1, Integer::sum);
        }
    }

    boolean isEmpty() {
        return flows.isEmpty();
    }

    /** A rank reaches the collective: it sends what it may. */
    void enter(int rank) {
        entered.add(rank);
        for (Flow flow : bySource.getOrDefault(rank, List.of())) {
            if (flow.parents().isEmpty() && flow.chunk() > 0) {
                later.computeIfAbsent(lane(flow), key -> new ArrayDeque<>()).add(flow);
            } else if (missing[flow.id()] == 0) {
                prepare(flow);
            }
        }
        if (open.getOrDefault(rank, 0) == 0) {
            simulation.finished(rank, this);
        }
    }

    private void prepare(Flow flow) {
        int node = flow.source();
        boolean reduces = costs.computeIfAbsent(node, n -> newCosts.get()).reduces(flow.channel());
        Runnable send = () -> simulation.send(firstMessage + flow.id(), flow);
        NodeEvents events = simulation.events();
        long bus = SendCosts.BUS_NANOS + latency.applyAsLong(flow);
        events.after(node, bus, reduces ? () -> events.after(node, SendCosts.REDUCTION_NANOS, send) : send);
    }

    /** The last packet of a flow has left: its sender continues with the next chunk. */
    void left(int message) {
        Flow flow = flows.get(message - firstMessage);
        if (left[flow.id()]) {
            return;
        }
        left[flow.id()] = true;
        Deque<Flow> waiting = later.get(lane(flow));
        if (waiting != null && !waiting.isEmpty()) {
            prepare(waiting.poll());
        }
        close(flow.source());
    }

    /** A flow has arrived: its receiver continues with what waited for it. */
    void arrived(int message) {
        left(message);
        Flow flow = flows.get(message - firstMessage);
        for (int child : flow.children()) {
            boolean there = flow.destination() >= ranks || entered.contains(flow.destination());
            if (--missing[child] == 0 && there) {
                prepare(flows.get(child));
            }
        }
        close(flow.destination());
    }

    private void close(int node) {
        if (open.merge(node, -1, Integer::sum) == 0 && entered.contains(node)) {
            simulation.finished(node, this);
        }
    }

    private static List<Integer> lane(Flow flow) {
        return List.of(flow.channel(), flow.source(), flow.destination());
    }
}

package org.etude.sim.simai;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A collective under way: which flows may leave, and which ranks are done. */
final class CollectiveRun {
    private final FlowSimulation simulation;
    private final List<Flow> flows;
    private final int firstMessage;
    private final int ranks;
    private final int[] missing;
    /** Flows that a node has to send or receive yet. */
    private final Map<Integer, Integer> open = new HashMap<>();

    private final Set<Integer> entered = new HashSet<>();
    /** Chunks that wait for the one before them, by channel, source and destination. */
    private final Map<List<Integer>, Deque<Flow>> later = new HashMap<>();

    CollectiveRun(FlowSimulation simulation, FlowSchedule schedule, int firstMessage, int ranks) {
        this.simulation = simulation;
        this.firstMessage = firstMessage;
        this.ranks = ranks;
        flows = schedule.flows();
        missing = new int[flows.size()];
        for (Flow flow : flows) {
            missing[flow.id()] = flow.parents().size();
            open.merge(flow.source(), 1, Integer::sum);
            open.merge(flow.destination(), 1, Integer::sum);
        }
    }

    boolean isEmpty() {
        return flows.isEmpty();
    }

    /** A rank comes to the collective: what it may send goes out. */
    void enter(int rank) {
        entered.add(rank);
        for (Flow flow : flows) {
            if (flow.source() != rank) {
                continue;
            }
            if (flow.parents().isEmpty() && flow.chunk() > 0) {
                later.computeIfAbsent(lane(flow), key -> new ArrayDeque<>()).add(flow);
            } else if (missing[flow.id()] == 0) {
                simulation.schedule(firstMessage + flow.id());
            }
        }
        if (open.getOrDefault(rank, 0) == 0) {
            simulation.finished(rank, this);
        }
    }

    void send(int message) {
        simulation.send(message, flows.get(message - firstMessage));
    }

    /** A flow is through: its sender goes on with the next chunk, its receiver with what waited for it. */
    void arrived(int message) {
        Flow flow = flows.get(message - firstMessage);
        Deque<Flow> waiting = later.get(lane(flow));
        if (waiting != null && !waiting.isEmpty()) {
            simulation.schedule(firstMessage + waiting.poll().id());
        }
        for (int child : flow.children()) {
            boolean there = flow.destination() >= ranks || entered.contains(flow.destination());
            if (--missing[child] == 0 && there) {
                simulation.schedule(firstMessage + child);
            }
        }
        close(flow.source());
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

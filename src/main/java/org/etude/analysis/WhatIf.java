package org.etude.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.OpClass;
import org.etude.spec.SimulationException;
import org.etude.topology.graph.LogicalTopology;
import org.etude.workload.scale.NodeClass;

/**
 * A question to a run: the same scenario with links k times as fast, or operators free or scaled. The answer is a run of its
 * own, not an estimate. Immutable; several verbs make one question: {@code w -> w.links(2).compute(0.5)}.
 *
 * <p>Factors on links are speeds (2 is twice as fast), on operators times (0.5 takes half, 0 is free, which costs the 1 ns
 * that every GPU and host node needs).
 */
public final class WhatIf {
    /**
     * An answer.
     *
     * @param change what was asked
     * @param baselineNs step of the run that was asked
     * @param stepNs step with the change
     * @param stopped why the changed run did not end; "" when it did
     * @param pathNs how much of the run's critical path was in what is changed; empty when the run kept no OPS
     */
    public record Outcome(String change, long baselineNs, long stepNs, String stopped, OptionalLong pathNs) {
        /** What the change saves, in ns; negative when it costs. */
        public long gainNs() {
            return baselineNs - stepNs;
        }
    }

    private final List<NodeChange> nodes;
    private final List<LinkChange> links;
    private final List<String> said;

    private WhatIf(List<NodeChange> nodes, List<LinkChange> links, List<String> said) {
        this.nodes = List.copyOf(nodes);
        this.links = List.copyOf(links);
        this.said = List.copyOf(said);
    }

    /** Nothing changed yet. */
    public static WhatIf nothing() {
        return new WhatIf(List.of(), List.of(), List.of());
    }

    /** All links so many times as fast; latencies stay. */
    public WhatIf links(double speed) {
        return link(LinkChange.Which.ALL, "links x " + number(speed), speed, 1);
    }

    /** The links of one dimension, or level of a graph, so many times as fast; counted from 0. */
    public WhatIf level(int level, double speed) {
        return link(new LinkChange.Which(level, -1, -1), "level " + level + " x " + number(speed), speed, 1);
    }

    /** The link between two nodes so many times as fast; only on a graph or packet by packet. */
    public WhatIf link(int a, int b, double speed) {
        return link(new LinkChange.Which(-1, a, b), "link " + a + "-" + b + " x " + number(speed), speed, 1);
    }

    /** All latencies of links times a factor; 0 for none. */
    public WhatIf latency(double factor) {
        return link(LinkChange.Which.ALL, "latency x " + number(factor), 1, factor);
    }

    /** All GPU work times a factor. */
    public WhatIf compute(double factor) {
        return node("compute", factor, (g, n) -> g.type(n) == EtNodeType.COMP && !g.isCpuOp(n));
    }

    /** All host work times a factor. */
    public WhatIf host(double factor) {
        return node("host", factor, (g, n) -> g.type(n) == EtNodeType.COMP && g.isCpuOp(n));
    }

    /** A kind of work times a factor: {@code ops(OpClass.MATMUL, 0.5)}. */
    public WhatIf ops(OpClass sort, double factor) {
        return node(sort.name().toLowerCase(Locale.ROOT), factor, (g, n) -> NodeClass.of(g, n) == sort);
    }

    /** The bytes of all collectives times a factor; at 0 they neither move anything nor wait for other ranks. */
    public WhatIf collectives(double factor) {
        return node("collectives", factor, (g, n) -> g.type(n) == EtNodeType.COMM_COLL);
    }

    /**
     * The nodes of a name times a factor: the time of work, the bytes of collectives. {@code op("aten::mm", 0)} makes them
     * free; {@code *} denotes any letters.
     */
    public WhatIf op(String name, double factor) {
        Pattern pattern = Pattern.compile(
                java.util.Arrays.stream(name.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")),
                Pattern.DOTALL);
        return node(name, factor, (g, n) -> pattern.matcher(g.name(n)).matches());
    }

    private WhatIf node(String what, double factor, NodeChange.Which which) {
        String text = what + (factor == 0 ? " free" : " x " + number(factor));
        List<NodeChange> more = new ArrayList<>(nodes);
        more.add(new NodeChange(text, which, factor));
        return new WhatIf(more, links, and(text));
    }

    private WhatIf link(LinkChange.Which which, String text, double rate, double latency) {
        List<LinkChange> more = new ArrayList<>(links);
        more.add(new LinkChange(text, which, rate, latency));
        return new WhatIf(nodes, more, and(text));
    }

    private List<String> and(String text) {
        List<String> more = new ArrayList<>(said);
        more.add(text);
        return more;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** Whether links are changed, which a run must simulate for that. */
    public boolean changesLinks() {
        return !links.isEmpty();
    }

    /**
     * The changed scenario; links of a packet network are those on which packets travel.
     *
     * @throws SimulationException when no node or link matches
     */
    public Scenario apply(Scenario scenario) {
        if (!links.isEmpty() && scenario.options().fidelity() == Fidelity.RECORDED) {
            throw new SimulationException(
                    this + ": transfers take their recorded times, so there are no links to change",
                    "Give the topology of the network first.");
        }
        List<EtGraph> graphs = scenario.ranks();
        for (NodeChange change : nodes) {
            graphs = change.apply(graphs);
        }
        Scenario changed = scenario.ranks(graphs);
        return links.isEmpty() ? changed : changed.isPacketByPacket() ? packets(changed) : dimensions(changed);
    }

    private Scenario dimensions(Scenario scenario) {
        LogicalTopology topology = scenario.topology();
        for (LinkChange change : links) {
            topology = change.apply(topology);
        }
        return scenario.topology(topology);
    }

    private Scenario packets(Scenario scenario) {
        LogicalTopology logical = scenario.topology();
        PacketTopology packets = scenario.physical();
        for (LinkChange change : links) {
            packets = change.apply(packets, logical);
            if (change.which().equals(LinkChange.Which.ALL)) {
                // Schedulers that weigh dimensions read their rates.
                logical = change.apply(logical);
            }
        }
        return scenario.topology(logical).packets(scenario.packets().physical(packets));
    }

    /**
     * What a changed run says.
     *
     * @throws SimulationException when the run that is asked did not end, so that its step is not known
     */
    public Outcome compare(SimulationResult baseline, SimulationResult changed) {
        if (!baseline.complete()) {
            throw new SimulationException(
                    "the run did not end (" + baseline.stopped() + "), so nothing can be compared with its step",
                    "Run it without limits first.");
        }
        return new Outcome(toString(), baseline.stepNs(), changed.stepNs(), changed.stopped(), path(baseline));
    }

    private OptionalLong path(SimulationResult run) {
        if (run.ops().isEmpty()) {
            return OptionalLong.empty();
        }
        OpColumns ops = run.ops().get();
        long sum = 0;
        for (CriticalPath.Part part : CriticalPath.of(run)) {
            EtGraph graph = ops.program(part.rank()).graph;
            boolean meant =
                    part.endNs() > ops.issued(part.row()) && isMeant(graph, graph.indexOf(ops.node(part.row())));
            sum += meant ? part.durationNs() : 0;
        }
        return OptionalLong.of(sum);
    }

    private boolean isMeant(EtGraph graph, int node) {
        boolean byLinks = !links.isEmpty() && graph.type(node).isComm();
        return byLinks || nodes.stream().anyMatch(change -> change.which().holds(graph, node));
    }

    /** What is changed, in words. */
    @Override
    public String toString() {
        return said.isEmpty() ? "nothing" : String.join(", ", said);
    }
}

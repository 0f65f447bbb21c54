// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import org.etude.et.graph.EtGraph;
import org.etude.network.packet.file.HostPorts;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SimulationException;
import org.etude.spec.WhatIf;
import org.etude.topology.graph.LogicalTopology;

/** Applies a what-if question to a scenario and states the answer. */
public final class ChangedRun {
    private final WhatIf question;
    private final List<NodeChange> nodes;
    private final List<LinkChange> links;

    private ChangedRun(WhatIf question) {
        this.question = question;
        nodes = question.nodes().stream().map(NodeChange::of).toList();
        links = question.links().stream().map(LinkChange::new).toList();
    }

    /**
     * An answer.
     *
     * @param change the change
     * @param baselineNs end of the original run, all its steps together
     * @param changedNs the same with the change
     * @param stopped why the changed run did not end; "" when it did
     * @param pathNs time that the original run's critical path spent in the changed parts; empty when the run kept
     *     no OPS
     */
    public record Outcome(String change, long baselineNs, long changedNs, String stopped, OptionalLong pathNs) {
        /** The time saved by the change, in ns; negative when it costs time. */
        public long gainNs() {
            return baselineNs - changedNs;
        }
    }

    /** Creates a question to be applied to runs. */
    public static ChangedRun of(WhatIf question) {
        return new ChangedRun(question);
    }

    /**
     * The changed scenario; for a packet network, links are those on which packets travel.
     *
     * @throws SimulationException when no node or link matches
     */
    public Scenario apply(Scenario scenario) {
        if (!links.isEmpty() && scenario.options().fidelity() == Fidelity.RECORDED) {
            throw new SimulationException(
                    question + ": transfers take their recorded times, so there are no links to change",
                    "Specify the network topology first.");
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
        BitSet inside = scenario.hostsHavePorts() ? HostPorts.inside(packets) : new BitSet();
        for (LinkChange change : links) {
            packets = change.apply(packets, logical, inside);
            if (change.change().ofAll()) {
                // Schedulers that weigh dimensions read their rates.
                logical = change.apply(logical);
            }
        }
        PacketSetup setup = scenario.packets();
        return scenario.topology(logical)
                .packets(
                        scenario.ownSwitchesAreNics()
                                ? setup.changedTopology(scenario.withPorts(packets))
                                : setup.physical(packets));
    }

    /**
     * Compares a changed run with the original.
     *
     * @throws SimulationException when the original run did not end, so that its step is unknown
     */
    public Outcome compare(SimulationResult baseline, SimulationResult changed) {
        if (!baseline.complete()) {
            throw new SimulationException(
                    "the run did not end (" + baseline.stopped() + "), so its step cannot be compared",
                    "Run it without limits first.");
        }
        return new Outcome(question.toString(), baseline.stepNs(), changed.stepNs(), changed.stopped(), path(baseline));
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
                    part.endNs() > ops.issued(part.row()) && isChanged(graph, graph.indexOf(ops.node(part.row())));
            sum += meant ? part.durationNs() : 0;
        }
        return OptionalLong.of(sum);
    }

    private boolean isChanged(EtGraph graph, int node) {
        boolean byLinks = !links.isEmpty() && graph.type(node).isComm();
        return byLinks || nodes.stream().anyMatch(change -> change.selector().holds(graph, node));
    }
}

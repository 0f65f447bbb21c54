// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.SimulationException;
import org.etude.spec.WhatIf;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;

/**
 * Makes some links faster or shortens their latency.
 *
 * @param change the requested change
 */
record LinkChange(WhatIf.LinkChange change) {
    private boolean holds(int linkLevel, int from, int to) {
        int a = change.a();
        int b = change.b();
        boolean ends = a < 0 || a == from && b == to || a == to && b == from;
        return ends && (change.level() < 0 || change.level() == linkLevel);
    }

    /** The changed network of dimensions, or the changed graph. */
    LogicalTopology apply(LogicalTopology topology) {
        Optional<PhysicalTopology> graph = topology.physical().map(this::apply);
        List<TopologyDim> dims = new ArrayList<>();
        boolean any = graph.isPresent();
        for (int d = 0; d < topology.size(); d++) {
            TopologyDim dim = topology.dims().get(d);
            boolean meant = change.a() < 0 && (change.level() < 0 || graph.isEmpty() && change.level() == d);
            any |= meant;
            dims.add(
                    meant
                            ? new TopologyDim(
                                    dim.kind(),
                                    dim.npus(),
                                    times(dim.bandwidth()),
                                    dim.latencyNs() * change.latency(),
                                    dim.errorRate())
                            : dim);
        }
        require(any, topology + " has " + topology.size() + " dimensions and no links of its own");
        return new LogicalTopology(dims, graph);
    }

    private PhysicalTopology apply(PhysicalTopology graph) {
        List<PhysicalTopology.Link> links = new ArrayList<>();
        boolean any = false;
        for (PhysicalTopology.Link link : graph.links()) {
            boolean meant = holds(link.level(), link.a(), link.b());
            any |= meant;
            LinkSpec old = link.spec();
            LinkSpec spec = meant
                    ? new LinkSpec(times(old.bandwidth()), old.latencyNs() * change.latency(), old.errorRate())
                    : old;
            links.add(new PhysicalTopology.Link(link.a(), link.b(), spec, link.level()));
        }
        require(any, graph.toString());
        return graph.withLinks(links, graph.levels());
    }

    /**
     * The changed packet network; levels are those of the logical network it was made from.
     *
     * @param inside links inside hosts, which no change affects
     */
    PacketTopology apply(PacketTopology packets, LogicalTopology logical, BitSet inside) {
        List<PhysicalTopology.Link> levels = change.level() < 0 ? List.of() : levels(packets, logical);
        List<PacketTopology.Link> links = new ArrayList<>();
        boolean any = false;
        for (int i = 0; i < packets.links().size(); i++) {
            PacketTopology.Link link = packets.links().get(i);
            boolean meant = !inside.get(i)
                    && holds(levels.isEmpty() ? -1 : levels.get(i).level(), link.a(), link.b());
            any |= meant;
            links.add(
                    meant
                            ? new PacketTopology.Link(
                                    link.a(),
                                    link.b(),
                                    Math.max(1, Math.round(link.bitsPerSecond() * change.speed())),
                                    Math.round(link.delayNanos() * change.latency()),
                                    link.errorRate())
                            : link);
        }
        require(
                any,
                "a network of " + packets.nodes() + " nodes and "
                        + packets.links().size() + " links");
        return new PacketTopology(packets.hosts(), packets.switches(), links, packets.preferredSwitches());
    }

    private List<PhysicalTopology.Link> levels(PacketTopology packets, LogicalTopology logical) {
        PhysicalTopology graph =
                logical.physical().orElseGet(() -> TopologySpec.of(logical).physical());
        require(
                PacketTopologies.of(graph).links().size() == packets.links().size(),
                "a physical network read from a file has no levels");
        return graph.links();
    }

    private Bandwidth times(Bandwidth old) {
        return new Bandwidth(old.bytesPerSecond() * change.speed());
    }

    private void require(boolean any, String network) {
        if (!any) {
            throw new SimulationException(
                    change.what() + ": no link matches; " + network,
                    "Name a level (dimension), or, on a graph or packet by packet, the two nodes of a link; sim.links()"
                            + " lists them.");
        }
    }
}

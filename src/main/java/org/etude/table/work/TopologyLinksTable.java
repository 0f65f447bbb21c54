// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import org.etude.table.schema.Schema;
import org.etude.topology.graph.PhysicalTopology;
import tech.tablesaw.api.Table;

/** The links of a network's graph. */
public final class TopologyLinksTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "topology_links", "One full-duplex link of a network's graph.")
            .integer("a", "a node it joins; hosts from 0, then switches", row -> row.link.a())
            .integer("b", "the other node", row -> row.link.b())
            .text("level", "the level it belongs to", Row::level)
            .decimal(
                    "bandwidth_gbps",
                    "rate of each direction",
                    row -> row.link.spec().bandwidth().toGbps())
            .decimal("latency_us", "propagation delay", row -> row.link.spec().latencyNs() / 1e3)
            .decimal(
                    "loss_frac", "share of packets lost", row -> row.link.spec().errorRate())
            .build();

    private TopologyLinksTable() {}

    /** One row per link. */
    public static Table of(PhysicalTopology graph) {
        return SCHEMA.table(graph.links().stream()
                .map(link -> new Row(link, graph.levels().get(link.level())))
                .toList());
    }

    private record Row(PhysicalTopology.Link link, String level) {}
}

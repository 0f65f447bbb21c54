package org.etude.table.work;

import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.topology.graph.PhysicalTopology;
import tech.tablesaw.api.Table;

/** The links of a network's graph. */
public final class TopologyLinksTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("topology_links", "One full-duplex link of a network's graph.")
            .integer("a", "a node it joins; hosts from 0, switches behind them")
            .integer("b", "the other node")
            .text("level", "the level it belongs to")
            .decimal("bandwidth_gbps", "rate of each direction")
            .decimal("latency_us", "propagation delay")
            .decimal("error_frac", "share of packets lost")
            .build();

    private TopologyLinksTable() {}

    /** One row per link. */
    public static Table of(PhysicalTopology graph) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (PhysicalTopology.Link link : graph.links()) {
            rows.put(link.a()).put(link.b()).put(graph.levels().get(link.level()));
            rows.put(link.spec().bandwidth().toGbps());
            rows.put(link.spec().latencyNs() / 1e3).put(link.spec().errorRate()).end();
        }
        return rows.table();
    }
}

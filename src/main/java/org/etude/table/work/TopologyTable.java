package org.etude.table.work;

import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.shape.TopologyMetrics;
import org.etude.topology.shape.TopologySpec;
import tech.tablesaw.api.Table;

/** What a network is worth. */
public final class TopologyTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("topology", "One network, measured on its graph.")
            .text("topology", "its text form")
            .text("logical_dims", "sizes of the dimensions that collectives see, the first fastest")
            .integer("hosts", "hosts")
            .integer("switches", "switches")
            .integer("links", "full-duplex links")
            .integer("switch_ports", "links at the switch that has most")
            .integer("diameter_links", "links between the hosts farthest apart; -1 when a pair has no path")
            .decimal("mean_links", "links between two hosts, mean over ordered pairs")
            .decimal("bisection_gbps", "rate in one direction between two halves of the hosts; missing for one host")
            .decimal("oversubscription_frac", "hosts' rate over uplinks' rate at a leaf; missing unless a fat tree")
            .build();

    private TopologyTable() {}

    /** One row. */
    public static Table of(TopologySpec spec) {
        TopologyMetrics metrics = TopologyMetrics.of(spec);
        TableBuilder rows = new TableBuilder(SCHEMA);
        rows.put(spec.toString()).put(dims(spec.logical()));
        rows.put(metrics.hosts()).put(metrics.switches()).put(metrics.links());
        rows.put(metrics.mostSwitchPorts()).put(metrics.diameter()).put(metrics.meanHops());
        rows.putIf(
                metrics.bisection().isPresent(),
                metrics.bisection().map(b -> b.toGbps()).orElse(0.0));
        rows.putIf(spec.oversubscription().isPresent(), spec.oversubscription().orElse(0.0));
        rows.end();
        return rows.table();
    }

    private static String dims(LogicalTopology logical) {
        return String.join(
                "x",
                logical.dims().stream().map(d -> Integer.toString(d.npus())).toList());
    }
}

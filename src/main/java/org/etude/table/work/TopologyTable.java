// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import org.etude.table.schema.Schema;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.shape.TopologyMetrics;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;
import tech.tablesaw.api.Table;

/** Key figures of a network. */
public final class TopologyTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of("topology", "One network, measured on its graph.")
            .text("topology", "its text form", row -> row.spec.toString())
            .text(
                    "logical_dims",
                    "sizes of the dimensions that collectives see, the first fastest",
                    row -> dims(row.spec.logical()))
            .integer("hosts", "hosts", row -> row.metrics.hosts())
            .integer("switches", "switches", row -> row.metrics.switches())
            .integer("links", "full-duplex links", row -> row.metrics.links())
            .integer("switch_ports", "links at the switch that has most", row -> row.metrics.mostSwitchPorts())
            .integer(
                    "diameter_links",
                    "links between the hosts farthest apart; -1 when a pair has no path",
                    row -> row.metrics.diameter())
            .decimal("mean_links", "links between two hosts, mean over ordered pairs", row -> row.metrics.meanHops())
            .decimal(
                    "bisection_gbps",
                    "rate in one direction between two halves of the hosts; missing for one host",
                    row -> row.metrics.bisection().map(Bandwidth::toGbps).orElse(Double.NaN))
            .decimal(
                    "oversubscription_frac",
                    "hosts' rate over uplinks' rate at a leaf; missing unless a fat tree",
                    row -> row.spec.oversubscription().orElse(Double.NaN))
            .build();

    private TopologyTable() {}

    /** One row. */
    public static Table of(TopologySpec spec) {
        return SCHEMA.table(List.of(new Row(spec, TopologyMetrics.of(spec))));
    }

    private static String dims(LogicalTopology logical) {
        return String.join(
                "x",
                logical.dims().stream().map(d -> Integer.toString(d.npus())).toList());
    }

    private record Row(TopologySpec spec, TopologyMetrics metrics) {}
}

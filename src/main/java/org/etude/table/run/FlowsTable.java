// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import org.etude.network.packet.device.FlowLog;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Finished flows of a packet network. */
public final class FlowsTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "flows", "One message on a packet network, in order of completion; only with the packet network.")
            .integer("src", "the sending rank", row -> row.flows.source(row.i))
            .integer("dst", "the receiving rank", row -> row.flows.destination(row.i))
            .integer(
                    "src_port",
                    "tells flows of one pair apart; from 10000, modulo 65536",
                    row -> row.flows.sourcePort(row.i))
            .whole("size_bytes", "its payload", row -> row.flows.bytes(row.i))
            .whole("start_ns", "when its first packet could go", row -> row.flows.startNanos(row.i))
            .whole("duration_ns", "time until its last byte was acknowledged", row -> row.flows.completionNanos(row.i))
            .whole(
                    "ideal_ns",
                    "the same alone: base round-trip time plus payload and 48 bytes per packet at the narrowest link",
                    row -> row.flows.idealNanos(row.i))
            .decimal("slowdown_frac", "duration_ns / ideal_ns", row -> row.flows.slowdown(row.i))
            .text(
                    "traffic",
                    "job, or background for a flow that was added to it",
                    row -> row.flows.isBackground(row.i) ? "background" : "job")
            .build();

    private FlowsTable() {}

    /** One row per flow. */
    public static Table of(FlowLog flows) {
        return SCHEMA.table(flows.size(), i -> new Row(flows, i));
    }

    private record Row(FlowLog flows, int i) {}
}

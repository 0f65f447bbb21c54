package org.etude.table.run;

import org.etude.network.packet.device.FlowLog;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Finished flows of a packet network. */
public final class FlowsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "flows", "One message on a packet network, in order of completion; only with the packet network.")
            .integer("src", "the sending rank")
            .integer("dst", "the receiving rank")
            .integer("src_port", "tells flows of one pair apart; from 10000, modulo 65536")
            .whole("payload_bytes", "payload")
            .whole("start_ns", "when its first packet could go")
            .whole("duration_ns", "time until its last byte was acknowledged")
            .whole(
                    "ideal_ns",
                    "the same alone: base round-trip time plus payload and 48 bytes a packet at the narrowest link")
            .decimal("slowdown_frac", "duration_ns / ideal_ns")
            .text("traffic", "job, or background for a flow that was added to it")
            .build();

    private FlowsTable() {}

    /** One row per flow. */
    public static Table of(FlowLog flows) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < flows.size(); i++) {
            rows.put(flows.source(i)).put(flows.destination(i)).put(flows.sourcePort(i));
            rows.put(flows.bytes(i)).put(flows.startNanos(i)).put(flows.completionNanos(i));
            rows.put(flows.idealNanos(i)).put(flows.slowdown(i));
            rows.put(flows.isBackground(i) ? "background" : "job").end();
        }
        return rows.table();
    }
}

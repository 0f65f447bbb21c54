// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import org.etude.network.packet.state.PortStatistics;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Activity of the ports of a packet network. */
public final class PortsTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "ports", "One port of a packet network; only with the packet network.")
            .integer(
                    "node",
                    "the host or switch it belongs to; switches are numbered after the hosts",
                    row -> row.ports.node(row.i))
            .integer("peer", "the node its link leads to", row -> row.ports.peer(row.i))
            .integer("number", "its number on its node, from 1", row -> row.ports.number(row.i))
            .whole("packets", "frames it sent, acknowledgements and pauses included", row -> row.ports.packets(row.i))
            .whole("sent_bytes", "bytes it sent, headers included", row -> row.ports.bytes(row.i))
            .whole("busy_ns", "time it was sending", row -> row.ports.busyNanos(row.i))
            .decimal("busy_frac", "busy_ns / the run's length", row -> row.ports.busyFraction(row.i))
            .whole("peak_queue_bytes", "most bytes that waited for it at once", row -> row.ports.peakQueueBytes(row.i))
            .whole("ecn_marks", "packets it marked on leaving", row -> row.ports.marks(row.i))
            .whole("drops", "packets that entered by it and found the buffer full", row -> row.ports.drops(row.i))
            .whole("lost", "frames lost on the link to it, or on it when its link failed", row -> row.ports.lost(row.i))
            .whole("pauses_sent", "PAUSE frames it sent to its peer", row -> row.ports.pausesSent(row.i))
            .whole("pauses_obeyed", "PAUSE frames it received and obeyed", row -> row.ports.pausesObeyed(row.i))
            .whole("paused_ns", "time it was paused", row -> row.ports.pausedNanos(row.i))
            .build();

    private PortsTable() {}

    /** One row per port. */
    public static Table of(PortStatistics ports) {
        return SCHEMA.table(ports.size(), i -> new Row(ports, i));
    }

    private record Row(PortStatistics ports, int i) {}
}

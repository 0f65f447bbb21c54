package org.etude.table.run;

import org.etude.network.packet.state.PortStatistics;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What the ports of a packet network did. */
public final class PortsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "ports", "One port of a packet network; only with the packet network.")
            .integer("node", "the host or switch it belongs to; switches are numbered after the hosts")
            .integer("peer", "the node its link leads to")
            .integer("number", "its number on its node, from 1")
            .whole("packets", "frames it sent, acknowledgements and pauses included")
            .whole("sent_bytes", "bytes it sent, headers included")
            .whole("busy_ns", "time it was sending")
            .decimal("busy_frac", "busy_ns / the run's length")
            .whole("peak_queue_bytes", "most bytes that waited for it at once")
            .whole("ecn_marks", "packets it marked on leaving")
            .whole("drops", "packets that entered by it and found the buffer full")
            .whole("lost", "frames lost on the link to it, or on it when its link failed")
            .whole("pauses_sent", "PAUSE frames it sent to its peer")
            .whole("pauses_obeyed", "PAUSE frames it received and obeyed")
            .whole("paused_ns", "time it was paused")
            .build();

    private PortsTable() {}

    /** One row per port. */
    public static Table of(PortStatistics ports) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < ports.size(); i++) {
            rows.put(ports.node(i)).put(ports.peer(i)).put(ports.number(i));
            rows.put(ports.packets(i)).put(ports.bytes(i)).put(ports.busyNanos(i));
            rows.put(ports.busyFraction(i)).put(ports.peakQueueBytes(i)).put(ports.marks(i));
            rows.put(ports.drops(i)).put(ports.lost(i)).put(ports.pausesSent(i));
            rows.put(ports.pausesObeyed(i)).put(ports.pausedNanos(i)).end();
        }
        return rows.table();
    }
}

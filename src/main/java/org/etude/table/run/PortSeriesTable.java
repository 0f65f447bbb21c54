package org.etude.table.run;

import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.PortStatistics;
import org.etude.report.Progress;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What the ports of a packet network did over time. */
public final class PortSeriesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "port_series",
                    "One port of a packet network in one span of time, by span; spans in which nothing happened are left"
                            + " out; only when recorded.")
            .integer("node", "the host or switch it belongs to; switches are numbered after the hosts")
            .integer("peer", "the node its link leads to")
            .integer("number", "its number on its node, from 1")
            .whole("start_ns", "when the span begins")
            .whole(
                    "span_ns",
                    "how long it is; as the run goes on spans are joined two by two, so that their number is bounded")
            .whole("sent_bytes", "bytes the port began to send in it, headers included")
            .decimal("utilisation_frac", "sent_bytes / what the link can carry in the span")
            .whole("peak_queue_bytes", "most bytes that waited for the port at once; joined spans keep the larger peak")
            .build();

    private static final double BITS_PER_GB = 8e9;

    private PortSeriesTable() {}

    /** One row per port and span. */
    public static Table of(PortRecorder series, PortStatistics ports) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int span = 0; span < series.size(); span++) {
            Progress.checkInterrupted();
            for (int port = 0; port < ports.size(); port++) {
                long sent = series.sentBytes(port, span);
                long peak = series.peakQueueBytes(port, span);
                if (sent > 0 || peak > 0) {
                    double carried = ports.bitsPerSecond(port) / BITS_PER_GB * series.spanNanos();
                    rows.put(ports.node(port)).put(ports.peer(port)).put(ports.number(port));
                    rows.put(span * series.spanNanos()).put(series.spanNanos());
                    rows.put(sent).put(sent / carried).put(peak).end();
                }
            }
        }
        return rows.table();
    }
}

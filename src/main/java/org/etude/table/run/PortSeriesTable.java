// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.PortStatistics;
import org.etude.report.Progress;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Activity of the ports of a packet network over time. */
public final class PortSeriesTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "port_series",
                    "One port of a packet network in one span of time, by span; spans in which nothing happened are left"
                            + " out; only when recorded.")
            .integer(
                    "node",
                    "the host or switch it belongs to; switches are numbered after the hosts",
                    row -> row.ports.node(row.port))
            .integer("peer", "the node its link leads to", row -> row.ports.peer(row.port))
            .integer("number", "its number on its node, from 1", row -> row.ports.number(row.port))
            .whole("start_ns", "when the span begins", row -> row.span * row.series.spanNanos())
            .whole(
                    "span_ns",
                    "how long it is; as the run goes on spans are joined two by two, so that their number is bounded",
                    row -> row.series.spanNanos())
            .whole("sent_bytes", "bytes the port began to send in it, headers included", Row::sent)
            .decimal(
                    "utilisation_frac",
                    "sent_bytes / what the link can carry in the span",
                    row -> row.sent() / row.carried())
            .whole(
                    "peak_queue_bytes",
                    "most bytes that waited for the port at once; joined spans keep the larger peak",
                    Row::peak)
            .build();

    private static final double BITS_PER_GB = 8e9;

    private PortSeriesTable() {}

    /** One row per port and span. */
    public static Table of(PortRecorder series, PortStatistics ports) {
        TableBuilder<Row> rows = SCHEMA.rows();
        for (int span = 0; span < series.size(); span++) {
            Progress.checkInterrupted();
            for (int port = 0; port < ports.size(); port++) {
                Row row = new Row(series, ports, span, port);
                if (row.sent() > 0 || row.peak() > 0) {
                    rows.add(row);
                }
            }
        }
        return rows.table();
    }

    private record Row(PortRecorder series, PortStatistics ports, int span, int port) {
        long sent() {
            return series.sentBytes(port, span);
        }

        long peak() {
            return series.peakQueueBytes(port, span);
        }

        /** Capacity of the link in the interval, in bytes. */
        double carried() {
            return ports.bitsPerSecond(port) / BITS_PER_GB * series.spanNanos();
        }
    }
}

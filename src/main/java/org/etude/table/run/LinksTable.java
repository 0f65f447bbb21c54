// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import org.etude.network.queue.LinkUse;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Traffic of the links of a simulated network. */
public final class LinksTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of("links", "One directed link of the simulated network.")
            .integer("src", "the host or switch it leaves; switches are numbered after the hosts", row -> row.links
                    .from()[row.i])
            .integer("dst", "the host or switch it enters", row -> row.links.to()[row.i])
            .integer("dim", "the dimension of the topology it belongs to, from 0", row -> row.links
                    .dim()[row.i])
            .whole(
                    "sent_bytes",
                    "payload it carried; on the packet network all bytes, headers included",
                    row -> row.links.bytes()[row.i])
            .whole("messages", "messages it carried; on the packet network frames", row -> row.links
                    .messages()[row.i])
            .whole("busy_ns", "time it was sending", row -> row.links.busyNs()[row.i])
            .decimal(
                    "busy_frac",
                    "busy_ns / the run's length; above 1 where messages share a link without contention",
                    Row::busyFrac)
            .integer(
                    "peak_queue",
                    "most messages that waited for it at once; on the packet network bytes",
                    row -> row.links.peakQueue()[row.i])
            .build();

    private LinksTable() {}

    /**
     * One row per link.
     *
     * @param lengthNanos the length of the run
     */
    public static Table of(LinkUse links, long lengthNanos) {
        return SCHEMA.table(links.size(), i -> new Row(links, i, lengthNanos));
    }

    private record Row(LinkUse links, int i, long lengthNanos) {
        double busyFrac() {
            return Missing.unless(lengthNanos > 0, links.busyNs()[i] / (double) lengthNanos);
        }
    }
}

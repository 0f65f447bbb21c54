package org.etude.table.run;

import org.etude.network.queue.LinkUse;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What the links of a simulated network did. */
public final class LinksTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("links", "One directed link of the simulated network.")
            .integer("src", "the host or switch it leaves; switches are numbered after the hosts")
            .integer("dst", "the host or switch it enters")
            .integer("dim", "the dimension of the topology it belongs to, from 0")
            .whole("carried_bytes", "payload it carried; on the packet network all bytes, headers included")
            .whole("messages", "messages it carried; on the packet network frames")
            .whole("busy_ns", "time it was sending")
            .decimal("busy_frac", "busy_ns / the run's length; above 1 where messages share a link without contention")
            .integer("peak_queue", "most messages that waited for it at once; on the packet network bytes")
            .build();

    private LinksTable() {}

    /**
     * One row per link.
     *
     * @param lengthNanos the length of the run
     */
    public static Table of(LinkUse links, long lengthNanos) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < links.size(); i++) {
            rows.put(links.from()[i]).put(links.to()[i]).put(links.dim()[i]);
            rows.put(links.bytes()[i]).put(links.messages()[i]).put(links.busyNs()[i]);
            rows.putIf(lengthNanos > 0, links.busyNs()[i] / (double) lengthNanos);
            rows.put(links.peakQueue()[i]).end();
        }
        return rows.table();
    }
}

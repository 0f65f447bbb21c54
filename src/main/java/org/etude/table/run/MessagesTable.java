// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import org.etude.network.queue.MessageLog;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** The messages of a simulated run. */
public final class MessagesTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of("messages", "One simulated message, in order of sending.")
            .integer("src", "the sending rank", row -> row.log.src(row.i))
            .integer("dst", "the receiving rank", row -> row.log.dst(row.i))
            .whole("size_bytes", "its payload", row -> row.log.bytes(row.i))
            .integer("tag", "its tag on the wire", row -> row.log.tag(row.i))
            .whole("sent_ns", "when it was handed to the network", row -> row.log.sentAt(row.i))
            .whole(
                    "arrived_ns",
                    "when it arrived; missing when it never did",
                    row -> Missing.ifNegative(row.log.arrivedAt(row.i)))
            .build();

    private MessagesTable() {}

    /** One row per message; no rows when messages were not recorded. */
    public static Table of(MessageLog log) {
        return SCHEMA.table(log.size(), i -> new Row(log, i));
    }

    private record Row(MessageLog log, int i) {}
}

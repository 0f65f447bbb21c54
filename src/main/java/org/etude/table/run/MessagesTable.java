package org.etude.table.run;

import org.etude.network.queue.MessageLog;
import org.etude.report.Progress;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** The messages of a simulated run. */
public final class MessagesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("messages", "One simulated message, in order of sending.")
            .integer("src", "the sending rank")
            .integer("dst", "the receiving rank")
            .whole("size_bytes", "its payload")
            .integer("tag", "its tag on the wire")
            .whole("sent_ns", "when it was handed to the network")
            .whole("arrived_ns", "when it arrived; missing when it never did")
            .build();

    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

    private MessagesTable() {}

    /** One row per message; no rows when messages were not recorded. */
    public static Table of(MessageLog log) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < log.size(); i++) {
            if (i % ROWS_BETWEEN_CHECKS == 0) {
                Progress.checkInterrupted();
            }
            rows.put(log.src(i)).put(log.dst(i)).put(log.bytes(i)).put(log.tag(i));
            rows.put(log.sentAt(i))
                    .putIf(log.arrivedAt(i) >= 0, log.arrivedAt(i))
                    .end();
        }
        return rows.table();
    }
}

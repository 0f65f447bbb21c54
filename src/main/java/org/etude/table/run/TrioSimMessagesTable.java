package org.etude.table.run;

import java.util.List;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** When each message was in flight in a step that TrioSim's rules extrapolate. */
public final class TrioSimMessagesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "triosim_messages", "One message of an extrapolated step, in the order of sending.")
            .text(
                    "kind",
                    "fetch, nextGPU, nextRound, scatter or gather, as the original calls them; allReduce for a whole one by"
                            + " formula")
            .integer("from_gpu", "who sends; missing for the remote memory")
            .integer("to_gpu", "who receives; the next GPU for a whole all-reduce")
            .integer("micro_batch", "the micro-batch; 0 but in pipelines")
            .whole("size_bytes", "its size")
            .decimal("sent_us", "when it was sent")
            .decimal("arrived_us", "when its last byte arrived")
            .build();

    private TrioSimMessagesTable() {}

    /** One row per message that arrived. */
    public static Table of(List<TimedMessage> messages) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (TimedMessage message : messages) {
            rows.put(message.kind().label());
            rows.putIf(message.from() != TimedMessage.REMOTE, message.from()).put(message.to());
            rows.put(message.microBatch()).put(message.bytes());
            rows.put(message.sent() * 1e6).put(message.arrived() * 1e6).end();
        }
        return rows.table();
    }
}

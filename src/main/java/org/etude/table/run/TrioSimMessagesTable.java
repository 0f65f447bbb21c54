// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Times of each message in a step extrapolated by TrioSim's rules. */
public final class TrioSimMessagesTable {
    /** The columns. */
    public static final Schema<TimedMessage> SCHEMA = Schema.<TimedMessage>of(
                    "triosim_messages", "One message of an extrapolated step, in the order of sending.")
            .text(
                    "kind",
                    "fetch, nextGPU, nextRound, scatter or gather, as the original calls them; allReduce for a whole one by"
                            + " formula",
                    m -> m.kind().label())
            .integer(
                    "from_gpu",
                    "who sends; missing for the remote memory",
                    m -> Missing.unless(m.from() != TimedMessage.REMOTE, m.from()))
            .integer("to_gpu", "who receives; the next GPU for a whole all-reduce", TimedMessage::to)
            .integer("micro_batch_index", "the micro batch, from 0; 0 but in pipelines", TimedMessage::microBatch)
            .whole("size_bytes", "its size", TimedMessage::bytes)
            .decimal("sent_us", "when it was sent", m -> m.sent() * 1e6)
            .decimal("arrived_us", "when its last byte arrived", m -> m.arrived() * 1e6)
            .build();

    private TrioSimMessagesTable() {}

    /** One row per message that arrived. */
    public static Table of(List<TimedMessage> messages) {
        return SCHEMA.table(messages);
    }
}

package org.etude.table.run;

import java.util.List;
import org.etude.analysis.ExposedComm;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What causes exposed communication in a simulated run. */
public final class ExposedCommTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "exposed_comm",
                    "One collective or message of one rank in the simulated run, by the exposed time and waiting it causes, longest first.")
            .integer("rank", "the rank")
            .whole("node", "the node's id in the rank's execution trace")
            .text("name", "its name")
            .text("type", "all_reduce, ..., send, recv; unknown when the node does not say it")
            .whole("size_bytes", "its communication size; missing when the node does not say it")
            .decimal("start_ms", "when it was issued")
            .decimal("duration_ms", "from then to its end, waiting for other ranks included")
            .decimal(
                    "exposed_ms",
                    "its transfer while the rank computed nothing, shared evenly with others at the same time; adds up to the rank's exposed_comm_ms")
            .decimal(
                    "waiting_ms",
                    "its wait for the last rank while the rank did nothing else, shared likewise; adds up to the rank's waiting_ms")
            .build();

    private ExposedCommTable() {}

    /** One row per part, in their order. */
    public static Table of(List<ExposedComm.Part> parts) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (ExposedComm.Part p : parts) {
            rows.put(p.rank()).put(p.node()).put(p.name()).put(p.type());
            rows.putIf(p.bytes() >= 0, p.bytes()).put(p.startNs() / 1e6);
            rows.put((p.endNs() - p.startNs()) / 1e6).put(p.exposedNs() / 1e6);
            rows.put(p.waitingNs() / 1e6).end();
        }
        return rows.table();
    }
}

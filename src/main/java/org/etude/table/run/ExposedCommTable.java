// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.analysis.ExposedComm;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Causes of exposed communication in a simulated run. */
public final class ExposedCommTable {
    /** The columns. */
    public static final Schema<ExposedComm.Part> SCHEMA = Schema.<ExposedComm.Part>of(
                    "exposed_comm",
                    "One collective or message of one rank in the simulated run, by the exposed time and waiting it causes, longest first.")
            .integer("rank", "the rank", ExposedComm.Part::rank)
            .whole("node", "the node's id in the rank's execution trace", ExposedComm.Part::node)
            .text("name", "its name", ExposedComm.Part::name)
            .text("type", "all_reduce, ..., send, recv; unknown when the node does not say it", ExposedComm.Part::type)
            .whole(
                    "size_bytes",
                    "its communication size; missing when the node does not say it",
                    p -> Missing.ifNegative(p.bytes()))
            .decimal("start_ms", "when it was issued", p -> p.startNs() / 1e6)
            .decimal(
                    "duration_ms",
                    "from then to its end, waiting for other ranks included",
                    p -> (p.endNs() - p.startNs()) / 1e6)
            .decimal(
                    "exposed_comm_ms",
                    "its transfer while the rank computed nothing, shared evenly with others at the same time; adds up to exposed_comm_ms in table ranks",
                    p -> p.exposedNs() / 1e6)
            .decimal(
                    "waiting_ms",
                    "its wait for the last rank while the rank did nothing else, shared in the same way; adds up to waiting_ms in table ranks",
                    p -> p.waitingNs() / 1e6)
            .build();

    private ExposedCommTable() {}

    /** One row per part, in their order. */
    public static Table of(List<ExposedComm.Part> parts) {
        return SCHEMA.table(parts);
    }
}

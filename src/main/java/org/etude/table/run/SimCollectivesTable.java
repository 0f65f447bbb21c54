// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.Locale;
import org.etude.sim.result.PhaseColumns;
import org.etude.spec.CollectiveType;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Phases of each chunk of each collective in a simulated run. */
public final class SimCollectivesTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "sim_collectives", "One phase of one chunk of a collective on one rank, by the phase's end.")
            .integer("rank", "the rank", row -> row.phases.rank()[row.i])
            .whole("node", "id of the collective's node", row -> row.phases.node()[row.i])
            .integer("chunk", "number of the chunk within the collective, from 0", row -> row.phases
                    .chunk()[row.i])
            .integer("phase", "number of the phase within the chunk, from 0", row -> row.phases
                    .step()[row.i])
            .integer(
                    "dim",
                    "dimension of the topology; missing for a group or a custom collective",
                    row -> Missing.ifNegative(row.phases.dim()[row.i]))
            .text(
                    "type",
                    "what the phase did: all_reduce, reduce_scatter, ...; custom for a custom collective",
                    Row::type)
            .integer("queue", "the queue it went through", row -> row.phases.queue()[row.i])
            .whole("size_bytes", "the rank's data when the phase began", row -> row.phases
                    .bytes()[row.i])
            .whole("queued_ns", "when it entered the queue", row -> row.phases.entered()[row.i])
            .whole("start_ns", "when it began", row -> row.phases.started()[row.i])
            .whole("end_ns", "when it ended", row -> row.phases.ended()[row.i])
            .build();

    private static final CollectiveType[] KINDS = CollectiveType.values();

    private SimCollectivesTable() {}

    /** One row per phase, chunk and rank. */
    public static Table of(PhaseColumns phases) {
        return SCHEMA.table(phases.size(), i -> new Row(phases, i));
    }

    private record Row(PhaseColumns phases, int i) {
        String type() {
            int kind = phases.kind()[i];
            return kind < 0 ? "custom" : KINDS[kind].name().toLowerCase(Locale.ROOT);
        }
    }
}

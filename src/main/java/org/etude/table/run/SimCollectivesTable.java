package org.etude.table.run;

import java.util.Locale;
import org.etude.report.Progress;
import org.etude.sim.result.PhaseColumns;
import org.etude.spec.CollectiveType;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What each chunk of each collective did in a simulated run. */
public final class SimCollectivesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "sim_collectives", "One phase of one chunk of a collective on one rank, by the phase's end.")
            .integer("rank", "the rank")
            .whole("node", "id of the collective's node")
            .integer("chunk", "number of the chunk within the collective, from 0")
            .integer("phase", "number of the phase within the chunk, from 0")
            .integer("dim", "dimension of the topology; missing for a group or a custom collective")
            .text("kind", "what the phase did: all_reduce, reduce_scatter, ...; custom for a custom collective")
            .integer("queue", "the queue it went through")
            .whole("size_bytes", "the rank's data when the phase began")
            .whole("queued_ns", "when it entered the queue")
            .whole("start_ns", "when it began")
            .whole("end_ns", "when it ended")
            .build();

    private static final CollectiveType[] KINDS = CollectiveType.values();
    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

    private SimCollectivesTable() {}

    /** One row per phase, chunk and rank. */
    public static Table of(PhaseColumns phases) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < phases.size(); i++) {
            if (i % ROWS_BETWEEN_CHECKS == 0) {
                Progress.checkInterrupted();
            }
            int kind = phases.kind()[i];
            rows.put(phases.rank()[i])
                    .put(phases.node()[i])
                    .put(phases.chunk()[i])
                    .put(phases.step()[i]);
            rows.putIf(phases.dim()[i] >= 0, phases.dim()[i]);
            rows.put(kind < 0 ? "custom" : KINDS[kind].name().toLowerCase(Locale.ROOT));
            rows.put(phases.queue()[i]).put(phases.bytes()[i]);
            rows.put(phases.entered()[i])
                    .put(phases.started()[i])
                    .put(phases.ended()[i])
                    .end();
        }
        return rows.table();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import java.util.Locale;
import org.etude.flight.FlightStall;
import org.etude.flight.FlightVerdict;
import org.etude.number.NumberRuns;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Collectives in which ranks of a job wait, from its flight recorder. */
public final class FlightStallsTable {
    /** The columns. */
    public static final Schema<FlightStall> SCHEMA = Schema.<FlightStall>of(
                    "flight_stalls",
                    "One collective or message that ranks wait in; causes first, then those without held ranks, then by since.")
            .text(
                    "role",
                    "cause, or follows: the ranks that keep it from ending wait in others",
                    s -> s.cause() ? "cause" : "follows")
            .text(
                    "kind",
                    "missing (a rank did not reach it), mismatch (ranks disagree), behind (a GPU has not started it), unfinished",
                    s -> s.kind().name().toLowerCase(Locale.ROOT))
            .text("group", "name of the process group", s -> s.meeting().lane().group())
            .text("description", "what the group is for", s -> s.meeting()
                    .lane()
                    .description())
            .whole("seq", "number of the collective in the group", s -> s.meeting()
                    .sequence())
            .text("operation", "what was called", s -> s.meeting().any().operation())
            .whole(
                    "size_bytes",
                    "the larger of input and output; missing when it is not known",
                    s -> Missing.ifNegative(s.meeting().any().bytes()))
            .text("missing_ranks", "ranks that did not enqueue it", s -> ranks(s.missing()))
            .text("undumped_ranks", "ranks that take part and have no dump", s -> ranks(s.undumped()))
            .text("behind_ranks", "ranks that enqueued it but whose GPU has not started it", s -> ranks(s.behind()))
            .text(
                    "held_ranks",
                    "ranks that it needs but that wait in others, so that they are not the cause; none where a cycle is the cause",
                    s -> ranks(s.held()))
            .text("waiting_ranks", "ranks that enqueued it and have not finished it", s -> ranks(s.waiting()))
            .text("since", "when the first rank enqueued it", s -> FlightVerdict.time(s.sinceNs()))
            .decimal(
                    "waited_ms",
                    "how long that is at least: to the latest time in the dumps, or the timeout when it was reached",
                    s -> s.waitedNs() / 1e6)
            .text("detail", "what else is known", FlightStall::detail)
            .build();

    private FlightStallsTable() {}

    /** One row per stall, in their order. */
    public static Table of(List<FlightStall> stalls) {
        return SCHEMA.table(stalls);
    }

    private static String ranks(List<Integer> ranks) {
        return NumberRuns.text(ranks.stream().mapToInt(Integer::intValue).toArray(), ", ");
    }
}

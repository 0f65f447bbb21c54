// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import java.util.stream.Collectors;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.CommTimes;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.Span;
import tech.tablesaw.api.Table;

/** The collectives and transfers that were recorded. */
public final class CollectivesTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "collectives", "One recorded collective or point-to-point transfer of one rank, by start.")
            .integer("rank", "the global rank", row -> row.rank.trace().rank())
            .whole("seq", "running number within rank and group, from 0", row -> row.collective.sequence())
            .word(
                    "type",
                    "all_reduce, ..., send, recv; unknown when the trace holds no evidence",
                    row -> row.collective.type())
            .whole(
                    "bytes",
                    "the larger of this rank's input and output; missing when unknown",
                    row -> Missing.ifNegative(row.bytes()))
            .text("dtype", "element type as the trace names it; empty when unknown", row -> row.collective.dtype())
            .text("group", "process group as the trace names it; empty when unknown", row -> group(row.collective))
            .integer(
                    "group_size",
                    "number of ranks in the group; missing when unknown",
                    row -> Missing.ifNegative(row.collective.groupSize()))
            .integer(
                    "peer",
                    "the other side of a send or recv; missing otherwise",
                    row -> Missing.ifNegative(row.collective.peer()))
            .decimal(
                    "start_us",
                    "start, counted from the first event of any rank; missing when it was never timed",
                    Row::startMicros)
            .decimal(
                    "duration_us",
                    "duration of its kernel or host range, waiting included; a message on the host counts from its call where"
                            + " that is open; messages of one kernel between the same two ranks in the same direction divide its"
                            + " time after the wait by their sizes",
                    Row::durationMicros)
            .decimal(
                    "waiting_us",
                    "part of it before the last rank of the group came, for several messages of one kernel the last of their"
                            + " peers, with the first between two ranks; missing when not matched",
                    Row::waitingMicros)
            .text(
                    "evidence",
                    "where type and size were read; assumed when the user said so; none",
                    row -> row.collective.evidence())
            .text("notes", "anything else; mostly empty", row -> row.collective.notes())
            .build();

    private CollectivesTable() {}

    /** One row per collective and rank. O(n log n) in their number. */
    public static Table of(LinkedSet linked, CollectiveMatches matches) {
        TableBuilder<Row> rows = SCHEMA.rows();
        CommTimes times = new CommTimes(matches);
        long origin = Span.origin(linked.traces());
        for (LinkedRank rank : linked.ranks()) {
            Progress.checkInterrupted();
            List<CommTimes.Time> own = times.of(rank);
            for (int k = 0; k < own.size(); k++) {
                rows.add(new Row(rank, rank.collectives().get(k), own.get(k), origin));
            }
        }
        return rows.table();
    }

    private static String group(Collective c) {
        if (!c.groupName().isEmpty() || c.groupRanks().isEmpty()) {
            return c.groupName();
        }
        return c.groupRanks().stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private record Row(LinkedRank rank, Collective collective, CommTimes.Time time, long origin) {
        long bytes() {
            return Math.max(collective.inBytes(), collective.outBytes());
        }

        double startMicros() {
            long start = time.startNanos() + rank.trace().clockOffsetNanos();
            return Missing.unless(time.isTimed(), (start - origin) / 1e3);
        }

        double waitingMicros() {
            return Missing.unless(time.matched() && time.isTimed(), time.waitingNanos() / 1e3);
        }

        double durationMicros() {
            return Missing.unless(time.isTimed(), time.durationNanos() / 1e3);
        }
    }
}

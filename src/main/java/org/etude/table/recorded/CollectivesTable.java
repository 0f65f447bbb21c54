// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
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
                            + " that is open",
                    Row::durationMicros)
            .decimal(
                    "waiting_us",
                    "part of it before the last rank of the group came, for several messages of one kernel the last of their"
                            + " peers; missing when not matched",
                    Row::waitingMicros)
            .text(
                    "evidence",
                    "where type and size were read; assumed when the user said so; none",
                    row -> row.collective.evidence())
            .text("notes", "anything else; mostly empty", row -> row.collective.notes())
            .build();

    private static final long UNKNOWN = Long.MIN_VALUE;

    private CollectivesTable() {}

    /** One row per collective and rank. O(n log n) in their number. */
    public static Table of(LinkedSet linked, CollectiveMatches matches) {
        TableBuilder<Row> rows = SCHEMA.rows();
        Map<Integer, Int2LongOpenHashMap> last = last(matches);
        long origin = Span.origin(linked.traces());
        for (LinkedRank rank : linked.ranks()) {
            Progress.checkInterrupted();
            Int2LongOpenHashMap byNode = last.getOrDefault(rank.trace().rank(), empty());
            for (Collective collective : rank.collectives()) {
                rows.add(new Row(rank, collective, byNode.get(collective.node()), origin));
            }
        }
        return rows.table();
    }

    /** By rank and node, when the last rank arrived, in ns on rank 0's clock. */
    private static Map<Integer, Int2LongOpenHashMap> last(CollectiveMatches matches) {
        Map<Integer, Int2LongOpenHashMap> last = new HashMap<>();
        for (CollectiveMatch match : matches.matches()) {
            if (match.members().size() > 1) {
                for (CollectiveMatch.Member member : match.members()) {
                    last.computeIfAbsent(member.rank(), r -> empty())
                            .merge(member.node(), member.startNanos() + member.waitingNanos(), Math::max);
                }
            }
        }
        return last;
    }

    private static Int2LongOpenHashMap empty() {
        Int2LongOpenHashMap map = new Int2LongOpenHashMap();
        map.defaultReturnValue(UNKNOWN);
        return map;
    }

    private static String group(Collective c) {
        if (!c.groupName().isEmpty() || c.groupRanks().isEmpty()) {
            return c.groupName();
        }
        return c.groupRanks().stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    private record Row(LinkedRank rank, Collective collective, long last, long origin) {
        long bytes() {
            return Math.max(collective.inBytes(), collective.outBytes());
        }

        boolean isTimed() {
            return rank.startNanos(collective.node()) != LinkedRank.UNTIMED;
        }

        private long start() {
            return BackendCalls.startNanos(rank, collective) + rank.trace().clockOffsetNanos();
        }

        double startMicros() {
            return Missing.unless(isTimed(), (start() - origin) / 1e3);
        }

        double waitingMicros() {
            boolean known = last != UNKNOWN && isTimed();
            return Missing.unless(known, known ? Math.max(0, last - start()) / 1e3 : 0);
        }

        double durationMicros() {
            return Missing.unless(isTimed(), BackendCalls.durationNanos(rank, collective) / 1e3);
        }
    }
}

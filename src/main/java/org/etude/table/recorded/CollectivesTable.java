package org.etude.table.recorded;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.Span;
import tech.tablesaw.api.Table;

/** The collectives and transfers that were recorded. */
public final class CollectivesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "collectives", "One recorded collective or point-to-point transfer of one rank, by start.")
            .integer("rank", "the global rank")
            .whole("seq", "running number within rank and group, from 0")
            .text("type", "all_reduce, ..., send, recv; unknown when the trace holds no evidence")
            .whole("bytes", "the larger of this rank's input and output; missing when unknown")
            .text("dtype", "element type as the trace names it; empty when unknown")
            .text("group", "process group as the trace names it; empty when unknown")
            .integer("group_size", "number of ranks in the group; missing when unknown")
            .integer("peer", "the other side of a send or recv; missing otherwise")
            .decimal("start_us", "start, counted from the first event of any rank; missing when it was never timed")
            .decimal("duration_us", "duration of its kernel or host range, waiting included")
            .decimal("waiting_us", "part of it before the last rank of the group came; missing when not matched")
            .text("evidence", "where type and size were read; assumed when the user said so; none")
            .text("notes", "anything else; mostly empty")
            .build();

    private static final long UNKNOWN = -1;

    private CollectivesTable() {}

    /** One row per collective and rank. O(n log n) in their number. */
    public static Table of(LinkedSet linked, CollectiveMatches matches) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        Map<Integer, Int2LongOpenHashMap> waiting = waiting(matches);
        long origin = Span.origin(linked.traces());
        for (LinkedRank rank : linked.ranks()) {
            Progress.checkInterrupted();
            Int2LongOpenHashMap byNode = waiting.get(rank.trace().rank());
            for (Collective collective : rank.collectives()) {
                add(rank, collective, byNode == null ? UNKNOWN : byNode.get(collective.node()), origin, rows);
            }
        }
        return rows.table();
    }

    /** By rank and node, how long it waited for the last rank. */
    private static Map<Integer, Int2LongOpenHashMap> waiting(CollectiveMatches matches) {
        Map<Integer, Int2LongOpenHashMap> waiting = new HashMap<>();
        for (CollectiveMatch match : matches.matches()) {
            if (match.members().size() > 1) {
                for (CollectiveMatch.Member member : match.members()) {
                    waiting.computeIfAbsent(member.rank(), r -> empty()).put(member.node(), member.waitingNanos());
                }
            }
        }
        return waiting;
    }

    private static Int2LongOpenHashMap empty() {
        Int2LongOpenHashMap map = new Int2LongOpenHashMap();
        map.defaultReturnValue(UNKNOWN);
        return map;
    }

    private static void add(LinkedRank rank, Collective c, long waiting, long origin, TableBuilder rows) {
        long start = rank.startNanos(c.node());
        boolean timed = start != LinkedRank.UNTIMED;
        long bytes = Math.max(c.inBytes(), c.outBytes());
        rows.put(rank.trace().rank()).put(c.sequence()).put(c.type().name().toLowerCase(Locale.ROOT));
        rows.putIf(bytes >= 0, bytes).put(c.dtype()).put(group(c));
        rows.putIf(c.groupSize() >= 0, c.groupSize()).putIf(c.peer() >= 0, c.peer());
        rows.putIf(timed, (start + rank.trace().clockOffsetNanos() - origin) / 1e3);
        rows.putIf(timed, rank.durationNanos(c.node()) / 1e3).putIf(waiting >= 0, waiting / 1e3);
        rows.put(c.evidence()).put(c.notes()).end();
    }

    private static String group(Collective c) {
        if (!c.groupName().isEmpty() || c.groupRanks().isEmpty()) {
            return c.groupName();
        }
        return c.groupRanks().stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}

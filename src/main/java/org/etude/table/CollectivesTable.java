package org.etude.table;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.etude.link.Collective;
import org.etude.link.LinkedRank;
import org.etude.link.LinkedSet;
import org.etude.report.Progress;
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
            .decimal("start_us", "start on the first rank's clock; missing when it was never timed")
            .decimal("duration_us", "duration of its kernel or host range, waiting included")
            .decimal("waiting_us", "part of it before the last rank of the group came; missing when not matched")
            .text("evidence", "where type and size were read; assumed when the user said so; none")
            .text("notes", "anything else; mostly empty")
            .build();

    private CollectivesTable() {}

    /**
     * A row a collective and rank.
     *
     * @param waitingNanos for each rank in the order of {@code linked.ranks()}, for each of its collectives, how long it
     *     waited for the last to come; -1 when unknown
     */
    static Table of(LinkedSet linked, List<long[]> waitingNanos) {
        Rows rows = new Rows(SCHEMA);
        for (int r = 0; r < linked.ranks().size(); r++) {
            Progress.checkInterrupted();
            LinkedRank rank = linked.ranks().get(r);
            List<Collective> collectives = rank.collectives();
            for (int k = 0; k < collectives.size(); k++) {
                add(rank, collectives.get(k), waitingNanos.get(r)[k], rows);
            }
        }
        return rows.table();
    }

    private static void add(LinkedRank rank, Collective c, long waiting, Rows rows) {
        long start = rank.startNanos(c.node());
        boolean timed = start != LinkedRank.UNTIMED;
        long bytes = Math.max(c.inBytes(), c.outBytes());
        rows.put(rank.trace().rank()).put(c.sequence()).put(c.type().name().toLowerCase(Locale.ROOT));
        rows.putIf(bytes >= 0, bytes).put(c.dtype()).put(group(c));
        rows.putIf(c.groupSize() >= 0, c.groupSize()).putIf(c.peer() >= 0, c.peer());
        rows.putIf(timed, (start + rank.trace().clockOffsetNanos()) / 1e3);
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

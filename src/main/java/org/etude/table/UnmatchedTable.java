package org.etude.table;

import java.util.Map;
import java.util.stream.Collectors;
import org.etude.link.LinkedRank;
import org.etude.link.LinkedSet;
import org.etude.link.LinkedSet.Unmatched;
import org.etude.trace.RankTrace;
import org.etude.trace.activity.Span;
import tech.tablesaw.api.Table;

/** What could not be linked. */
public final class UnmatchedTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("unmatched", "One event or operator that could not be linked.")
            .integer("rank", "the global rank")
            .text("kind", "what it is: kernel, host op, collective")
            .text("name", "its name")
            .decimal("at_us", "its start, counted from the first event of any rank; missing when it was never timed")
            .text("reason", "why it could not be linked")
            .build();

    private UnmatchedTable() {}

    /** A row each, in the order they were found. */
    public static Table of(LinkedSet linked) {
        Rows rows = new Rows(SCHEMA);
        long origin = Span.origin(linked.traces());
        Map<Integer, Long> offsets = linked.traces().ranks().stream()
                .collect(Collectors.toMap(RankTrace::rank, RankTrace::clockOffsetNanos));
        for (Unmatched u : linked.unmatched()) {
            rows.put(u.rank()).put(u.kind()).put(u.name());
            rows.putIf(
                            u.startNanos() != LinkedRank.UNTIMED,
                            (u.startNanos() + offsets.getOrDefault(u.rank(), 0L) - origin) / 1e3)
                    .put(u.reason())
                    .end();
        }
        return rows.table();
    }
}

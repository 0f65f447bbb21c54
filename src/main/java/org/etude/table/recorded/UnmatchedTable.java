package org.etude.table.recorded;

import java.util.Map;
import java.util.stream.Collectors;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.LinkedSet.Unmatched;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.Span;
import org.etude.trace.model.RankTrace;
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
        TableBuilder rows = new TableBuilder(SCHEMA);
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

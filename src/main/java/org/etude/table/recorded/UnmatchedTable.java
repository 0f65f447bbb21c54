// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.Map;
import java.util.stream.Collectors;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.LinkedSet.Unmatched;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.Span;
import org.etude.trace.model.RankTrace;
import tech.tablesaw.api.Table;

/** Events that could not be linked. */
public final class UnmatchedTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "unmatched", "One event or operator that could not be linked.")
            .integer("rank", "the global rank", row -> row.event.rank())
            .text("kind", "what it is: kernel, host op, collective", row -> row.event.kind())
            .text("name", "its name", row -> row.event.name())
            .decimal(
                    "at_us",
                    "its start, counted from the first event of any rank; missing when it was never timed",
                    Row::atMicros)
            .text("reason", "why it could not be linked", row -> row.event.reason())
            .build();

    private UnmatchedTable() {}

    /** One row each, in the order they were found. */
    public static Table of(LinkedSet linked) {
        long origin = Span.origin(linked.traces());
        Map<Integer, Long> offsets = linked.traces().ranks().stream()
                .collect(Collectors.toMap(RankTrace::rank, RankTrace::clockOffsetNanos));
        TableBuilder<Row> rows = SCHEMA.rows();
        for (Unmatched event : linked.unmatched()) {
            rows.add(new Row(event, offsets.getOrDefault(event.rank(), 0L) - origin));
        }
        return rows.table();
    }

    private record Row(Unmatched event, long shift) {
        double atMicros() {
            return Missing.unless(event.startNanos() != LinkedRank.UNTIMED, (event.startNanos() + shift) / 1e3);
        }
    }
}

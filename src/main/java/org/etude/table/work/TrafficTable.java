package org.etude.table.work;

import java.util.List;
import java.util.Locale;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.workload.parallel.Traffic;
import tech.tablesaw.api.Table;

/** What ranks communicate in a generated training step. */
public final class TrafficTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "traffic",
                    "What a rank of one pipeline stage communicates in a step, one kind of group and collective.")
            .integer("stage", "the pipeline stage")
            .text(
                    "group",
                    "tensor, data, expert, expert_data, model, embedding; pipeline for messages to neighbouring stages")
            .text("type", "the collective, or send")
            .integer("ranks", "ranks of the group")
            .whole("count", "how many")
            .whole("size_bytes", "the sum of their sizes, a rank's buffer, for an all-gather its share")
            .decimal("sent_bytes", "what the rank sends at least: 2 (n - 1) / n of the size for an all-reduce")
            .build();

    private TrafficTable() {}

    /** One row per stage, kind of group and collective. */
    public static Table of(List<Traffic> traffic) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Traffic row : traffic) {
            rows.put(row.stage());
            rows.put(row.group().map(TrafficTable::lower).orElse("pipeline"));
            rows.put(row.type().map(TrafficTable::lower).orElse("send"));
            rows.put(row.ranks()).put(row.count());
            rows.put(row.bytes()).put(row.sentBytes()).end();
        }
        return rows.table();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import java.util.Locale;
import org.etude.table.schema.Schema;
import org.etude.workload.parallel.Traffic;
import tech.tablesaw.api.Table;

/** Communication of ranks in a generated training step. */
public final class TrafficTable {
    /** The columns. */
    public static final Schema<Traffic> SCHEMA = Schema.<Traffic>of(
                    "traffic",
                    "What a rank of one pipeline stage communicates in a step, one kind of group and collective.")
            .integer("stage", "the pipeline stage", Traffic::stage)
            .text(
                    "group",
                    "tensor, data, expert, expert_data, model, embedding; pipeline for messages to neighbouring stages",
                    t -> t.group().map(TrafficTable::lower).orElse("pipeline"))
            .text("type", "the collective, or send", t -> t.type()
                    .map(TrafficTable::lower)
                    .orElse("send"))
            .integer("ranks", "ranks of the group", Traffic::ranks)
            .whole("count", "how many", Traffic::count)
            .whole("size_bytes", "the sum of their sizes, a rank's buffer, for an all-gather its share", Traffic::bytes)
            .decimal(
                    "sent_bytes",
                    "what the rank sends at least: 2 (n - 1) / n of the size for an all-reduce",
                    Traffic::sentBytes)
            .build();

    private TrafficTable() {}

    /** One row per stage, kind of group and collective. */
    public static Table of(List<Traffic> traffic) {
        return SCHEMA.table(traffic);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

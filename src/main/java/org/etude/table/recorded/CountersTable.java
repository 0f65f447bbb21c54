// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.counter.CounterUse;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Hardware counters by kernel and operator. */
public final class CountersTable {
    /** The columns. */
    public static final Schema<CounterUse> SCHEMA = Schema.<CounterUse>of(
                    "counters",
                    "A hardware counter over the kernels of one name that one operator launched, by counter, the largest sum first.")
            .integer("rank", "the global rank", CounterUse::rank)
            .text("counter", "the counter as CUPTI names it", CounterUse::counter)
            .text("unit", "its unit by its name; empty for a plain count", CounterUse::unit)
            .text("kernel", "the kernel as the profiler names it", CounterUse::kernel)
            .text(
                    "operator",
                    "the innermost operator around the launch; empty where launches and kernels differ in number",
                    CounterUse::operator)
            .text(
                    "outermost",
                    "the outermost operator around the launch; empty where operator is",
                    CounterUse::outermost)
            .whole("count", "kernels", row -> row.values().getCount())
            .decimal("total", "the values, summed", row -> row.values().getSum())
            .decimal("mean", "their mean", row -> row.values().getAverage())
            .decimal("min", "the least", row -> row.values().getMin())
            .decimal("max", "the most", row -> row.values().getMax())
            .build();

    private CountersTable() {}

    /** One row per rank, counter, kernel and operators. */
    public static Table of(List<CounterUse> rows) {
        return SCHEMA.table(rows);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.function.Function;
import org.etude.analysis.recorded.DurationStats;
import org.etude.table.schema.Schema;

/** The duration columns shared by several tables: count, sum, mean, standard deviation, minimum, maximum. */
final class DurationColumns {
    private DurationColumns() {}

    /** Adds the columns. */
    static <R> Schema.Builder<R> describe(Schema.Builder<R> builder, Function<R, DurationStats> times) {
        return builder.whole("count", "how many", row -> times.apply(row).count())
                .decimal(
                        "total_us",
                        "their durations, summed",
                        row -> times.apply(row).totalNanos() / 1e3)
                .decimal("mean_us", "mean duration", row -> times.apply(row).meanNanos() / 1e3)
                .decimal(
                        "std_us",
                        "standard deviation of a sample (n - 1); 0 for a single one",
                        row -> times.apply(row).deviationNanos() / 1e3)
                .decimal("min_us", "the shortest", row -> times.apply(row).leastNanos() / 1e3)
                .decimal("max_us", "the longest", row -> times.apply(row).mostNanos() / 1e3);
    }
}

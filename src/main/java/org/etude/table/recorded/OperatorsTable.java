// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.OperatorKernel;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Which operator launched which GPU work. */
public final class OperatorsTable {
    /** The columns. */
    public static final Schema<OperatorKernel> SCHEMA = DurationColumns.describe(
                    Schema.<OperatorKernel>of(
                                    "operators",
                                    "GPU work of one kind that one operator launched, the longest of a rank first.")
                            .integer("rank", "the global rank", OperatorKernel::rank)
                            .text(
                                    "operator",
                                    "the innermost operator around the launch; empty without one, or without a launch",
                                    OperatorKernel::operator)
                            .text("kernel", "the kernel, copy or memory set", OperatorKernel::kernel)
                            .text("category", "compute, communication, copy", row -> row.category()
                                    .text()),
                    OperatorKernel::times)
            .decimal(
                    "launch_us",
                    "mean duration of the launching call; missing without launches",
                    row -> row.calls().meanNanos() / 1e3)
            .decimal(
                    "delay_us",
                    "mean time from the end of that call to the start of the work, 0 where it began before",
                    row -> row.delays().meanNanos() / 1e3)
            .build();

    private OperatorsTable() {}

    /** One row per rank, operator and kernel. */
    public static Table of(List<OperatorKernel> rows) {
        return SCHEMA.table(rows);
    }
}

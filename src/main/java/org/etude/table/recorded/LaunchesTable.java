// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.LaunchCall;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Launch overhead. */
public final class LaunchesTable {
    /** The columns. */
    public static final Schema<LaunchCall> SCHEMA = DurationColumns.describe(
                    Schema.<LaunchCall>of(
                                    "launches",
                                    "Calls of one runtime function that launched GPU work, the most calls of a rank first.")
                            .integer("rank", "the global rank", LaunchCall::rank)
                            .text("call", "the function, such as cudaLaunchKernel", LaunchCall::call),
                    LaunchCall::calls)
            .decimal("work_us", "mean duration of the work", row -> row.work().meanNanos() / 1e3)
            .decimal(
                    "delay_us",
                    "mean time from the end of the call to the start of the work, 0 where it began before",
                    row -> row.delays().meanNanos() / 1e3)
            .decimal("max_delay_us", "the longest of these", row -> row.delays().mostNanos() / 1e3)
            .whole("short_kernels", "pieces of work that took less than their call", LaunchCall::shortKernels)
            .whole("slow_calls", "calls that took more than 50 us", LaunchCall::slowCalls)
            .whole(
                    "late_kernels",
                    "pieces of work that began more than 100 us after their call",
                    LaunchCall::lateKernels)
            .build();

    private LaunchesTable() {}

    /** One row per rank and function. */
    public static Table of(List<LaunchCall> rows) {
        return SCHEMA.table(rows);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.KernelSequence;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Recurring sequences of GPU work launched by operators. */
public final class SequencesTable {
    /** The columns. */
    public static final Schema<KernelSequence> SCHEMA = Schema.<KernelSequence>of(
                    "sequences",
                    "A sequence of GPU work that one operator launched, with the number of times; the most frequent of a rank first.")
            .integer("rank", "the global rank", KernelSequence::rank)
            .text("operator", "the operator or annotation", KernelSequence::operator)
            .text(
                    "sequence",
                    "names of the kernels, copies and memory sets in order of start, separated by |",
                    row -> String.join(" | ", row.work()))
            .integer("length", "how many", row -> row.work().size())
            .whole("count", "how often the operator launched just this", row -> row.host()
                    .count())
            .decimal("gpu_us", "durations of the work, summed over all of them", row -> row.gpuNanos() / 1e3)
            .decimal(
                    "host_us",
                    "durations of the operator, summed",
                    row -> row.host().totalNanos() / 1e3)
            .build();

    private SequencesTable() {}

    /** One row per rank, operator and sequence. */
    public static Table of(List<KernelSequence> rows) {
        return SCHEMA.table(rows);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.KernelUse;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Times by rank and kernel, copy or memory set; without a GPU, by host operator and backend transfer. */
public final class KernelsTable {
    /** The columns. */
    public static final Schema<KernelUse> SCHEMA = DurationColumns.describe(
                    Schema.<KernelUse>of("kernels", "One kernel of one rank, the longest in all first.")
                            .integer("rank", "the global rank", KernelUse::rank)
                            .text(
                                    "name",
                                    "its name; without GPU work an operator of the host, with its self time",
                                    KernelUse::name)
                            .text("category", "compute, communication, copy (memory sets too)", use -> use.category()
                                    .text()),
                    KernelUse::times)
            .decimal("share_frac", "its share of the rank's durations, summed", KernelUse::shareFrac)
            .build();

    private KernelsTable() {}

    /** One row per rank and name. */
    public static Table of(List<KernelUse> uses) {
        return SCHEMA.table(uses);
    }
}

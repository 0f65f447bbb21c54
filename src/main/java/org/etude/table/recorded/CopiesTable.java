// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.CopyUse;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Copies and memory sets with the bandwidth they achieved. */
public final class CopiesTable {
    private static final double GBPS = 8;

    /** The columns. */
    public static final Schema<CopyUse> SCHEMA = DurationColumns.describe(
                    Schema.<CopyUse>of("copies", "Copies of one kind, or memory sets, of one rank.")
                            .integer("rank", "the global rank", CopyUse::rank)
                            .text(
                                    "kind",
                                    "HtoD, DtoH, DtoD, PtoP, HtoH, Memset, or the recorded name where it says none of these",
                                    CopyUse::kind),
                    CopyUse::times)
            .whole(
                    "size_bytes",
                    "what they moved in all; missing when no size was recorded",
                    row -> Missing.unless(row.sized().count() > 0, row.bytes()))
            .decimal("bandwidth_gbps", "bytes over the time of those with a size", row -> row.rate() * GBPS)
            .decimal("max_bandwidth_gbps", "the highest of one of them", row -> row.mostRate() * GBPS)
            .build();

    private CopiesTable() {}

    /** One row per rank and kind. */
    public static Table of(List<CopyUse> rows) {
        return SCHEMA.table(rows);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.AnnotationUse;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Times of the user's annotations. */
public final class AnnotationsTable {
    /** The columns. */
    public static final Schema<AnnotationUse> SCHEMA = DurationColumns.describe(
                    Schema.<AnnotationUse>of(
                                    "annotations",
                                    "Ranges of one name on one rank, those on the host first, the longest first.")
                            .integer("rank", "the global rank", AnnotationUse::rank)
                            .text("where", "host, or gpu for the profiler's range on a stream", use -> where(use))
                            .text(
                                    "name",
                                    "what record_function, the profiler or a library named it",
                                    AnnotationUse::name),
                    AnnotationUse::times)
            .whole(
                    "kernels",
                    "pieces of GPU work launched inside, however deep; missing where is gpu",
                    use -> Missing.unless(!use.onGpu(), use.work().count()))
            .decimal(
                    "gpu_us",
                    "their durations, summed; missing where is gpu",
                    use -> Missing.unless(!use.onGpu(), use.work().totalNanos() / 1e3))
            .build();

    private AnnotationsTable() {}

    private static String where(AnnotationUse use) {
        return use.onGpu() ? "gpu" : "host";
    }

    /** One row per rank, place and name. */
    public static Table of(List<AnnotationUse> uses) {
        return SCHEMA.table(uses);
    }
}

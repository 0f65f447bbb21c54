package org.etude.table.run;

import java.util.List;
import org.etude.calibrate.CollectiveTiming;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Timed collectives of a network, as {@code --calibration} reads them back. */
public final class TimingsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("timings", "One timed collective or message.")
            .text("type", "all_reduce, all_gather, ..., or sendrecv for a message one way")
            .integer("ranks", "ranks that took part")
            .whole("size_bytes", "bytes of the larger of a rank's input and output, as in nccl-tests")
            .decimal("time_us", "its time")
            .build();

    private TimingsTable() {}

    /** One row per timing, in their order. */
    public static Table of(List<CollectiveTiming> timings) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (CollectiveTiming t : timings) {
            rows.put(t.type()).put(t.ranks()).put(t.bytes()).put(t.micros()).end();
        }
        return rows.table();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.counter.MemoryChange;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Memory in use over time. */
public final class MemoryTimelineTable {
    /** The columns. */
    public static final Schema<MemoryChange> SCHEMA = Schema.<MemoryChange>of(
                    "memory_timeline", "An allocation or release of one rank, in order of time.")
            .integer("rank", "the global rank", MemoryChange::rank)
            .text("device", "cpu, cuda:0, hip:0, ...", MemoryChange::device)
            .whole("at_ns", "when, counted from the first event of any rank", MemoryChange::nanos)
            .text("operator", "the innermost operator around it; empty without one", MemoryChange::operator)
            .whole("change_bytes", "bytes allocated; below 0 released", MemoryChange::change)
            .whole(
                    "since_start_bytes",
                    "sum of the changes of this rank and device since the recording began",
                    MemoryChange::sinceStart)
            .whole(
                    "allocated_bytes",
                    "in use afterwards, with what was allocated before the recording; missing where the profiler does not say",
                    row -> Missing.unless(row.allocated() >= 0, row.allocated()))
            .whole(
                    "reserved_bytes",
                    "held by the allocator afterwards; missing where the profiler does not say",
                    row -> Missing.unless(row.reserved() >= 0, row.reserved()))
            .build();

    private MemoryTimelineTable() {}

    /** One row per allocation and release. */
    public static Table of(List<MemoryChange> rows) {
        return SCHEMA.table(rows);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** What was loaded, one row per rank. */
public final class TracesTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of("traces", "One rank that was loaded.")
            .integer("rank", "the global rank", row -> row.trace.rank())
            .whole(
                    "host_ops",
                    "nodes of its execution trace; missing without one",
                    row -> row.trace.host() == null
                            ? Missing.WHOLE
                            : row.trace.host().size())
            .whole(
                    "device_events",
                    "events of its Kineto trace; missing without one",
                    row -> row.figure(DeviceTrace::size))
            .whole(
                    "kernels",
                    "GPU kernels, copies and sets among them; missing without a Kineto trace",
                    row -> row.figure(TracesTable::gpuWork))
            .whole(
                    "collectives",
                    "communication kernels or, without any, host-side collectives",
                    row -> row.figure(CommEvents::count))
            .decimal(
                    "span_ms",
                    "first start to last end of its events; without a Kineto trace that of the observer's nodes",
                    row -> spanMillis(row.trace))
            .decimal(
                    "clock_offset_us",
                    "what was added to its times to put them on the first rank's clock",
                    row -> row.trace.clockOffsetNanos() / 1e3)
            .text(
                    "notes",
                    "warnings and errors of loading it, shortened; the findings table has all",
                    row -> notes(row.report, row.trace.rank()))
            .build();

    private static final int NOTES_SHOWN = 2;

    private TracesTable() {}

    /** One row per rank. O(events). */
    public static Table of(TraceSet traces) {
        return SCHEMA.table(traces.ranks().stream()
                .map(rank -> new Row(rank, traces.report()))
                .toList());
    }

    private static long gpuWork(DeviceTrace device) {
        long count = 0;
        for (int i = 0; i < device.size(); i++) {
            count += device.kind(i).isGpuWork() ? 1 : 0;
        }
        return count;
    }

    private static double spanMillis(RankTrace rank) {
        DeviceTrace device = rank.device();
        if (device == null) {
            long start = rank.host().header().startMillis();
            long finish = rank.host().header().finishMillis();
            return start < 0 || finish < start ? Double.NaN : finish - start;
        }
        return Span.of(device).millis();
    }

    private static String notes(Report report, int rank) {
        Set<String> whats = new LinkedHashSet<>();
        for (Finding finding : report) {
            if (finding.rank() == rank && finding.level() != Finding.Level.INFO) {
                whats.add(finding.what());
            }
        }
        String shown = String.join("; ", whats.stream().limit(NOTES_SHOWN).toList());
        return whats.size() <= NOTES_SHOWN ? shown : shown + "; " + (whats.size() - NOTES_SHOWN) + " more";
    }

    private record Row(RankTrace trace, Report report) {
        long figure(ToLongFunction<DeviceTrace> of) {
            return trace.device() == null ? Missing.WHOLE : of.applyAsLong(trace.device());
        }
    }
}

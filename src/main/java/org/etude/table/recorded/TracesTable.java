package org.etude.table.recorded;

import java.util.LinkedHashSet;
import java.util.Set;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.activity.Span;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** What was loaded, one row per rank. */
public final class TracesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("traces", "One rank that was loaded.")
            .integer("rank", "the global rank")
            .whole("host_ops", "nodes of its execution trace; missing without one")
            .whole("device_events", "events of its Kineto trace; missing without one")
            .whole("kernels", "GPU kernels, copies and sets among them; missing without a Kineto trace")
            .whole("collectives", "communication kernels or, without any, host-side collectives")
            .decimal("span_ms", "first start to last end of its events; of the observer without a Kineto trace")
            .decimal("clock_offset_us", "what was added to its times to put them on the first rank's clock")
            .text("notes", "warnings and errors of loading it, shortened; the findings table has all")
            .build();

    private static final int NOTES_SHOWN = 2;

    private TracesTable() {}

    /** One row per rank. O(events). */
    public static Table of(TraceSet traces) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (RankTrace rank : traces.ranks()) {
            HostTrace host = rank.host();
            DeviceTrace device = rank.device();
            rows.put(rank.rank()).putIf(host != null, host == null ? 0 : host.size());
            if (device == null) {
                rows.missing().missing().missing();
            } else {
                rows.put(device.size()).put(gpuWork(device)).put(CommEvents.count(device));
            }
            rows.put(spanMillis(rank)).put(rank.clockOffsetNanos() / 1e3);
            rows.put(notes(traces.report(), rank.rank())).end();
        }
        return rows.table();
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
}

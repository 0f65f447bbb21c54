// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.TraceSet;

/** Copies and memory sets of each rank by kind, and the bandwidth they reached. Linear in the events. */
public final class CopyUses {
    private static final Pattern DIRECTION = Pattern.compile("(?i)mem(?:ory)?cpy ?([HDP]to[HDP]|AtoD|DtoA|AtoH|HtoA)");
    /** ROCm's names of copies, which spell out both ends. */
    private static final Pattern ENDS = Pattern.compile("(?i)copy(host|device|peer)to(host|device|peer)");

    private final DurationStats times = new DurationStats();
    private final DurationStats sized = new DurationStats();
    private long bytes;
    private double mostRate = Double.NaN;

    private CopyUses() {}

    /** One entry per rank and kind; ranks ascending, kinds by name. */
    public static List<CopyUse> of(TraceSet traces) {
        return DeviceRows.of(traces, CopyUses::of);
    }

    private static List<CopyUse> of(int rank, DeviceTrace trace) {
        String[] kinds = new String[trace.names().size()];
        Map<String, CopyUses> byKind = new TreeMap<>();
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            if ((kind == EventKind.MEMCPY || kind == EventKind.MEMSET) && !trace.isFlagged(i)) {
                int name = trace.nameId(i);
                if (kinds[name] == null) {
                    kinds[name] = kind == EventKind.MEMSET ? "Memset" : direction(trace.name(i));
                }
                byKind.computeIfAbsent(kinds[name], k -> new CopyUses()).add(trace.durationNanos(i), trace.bytes(i));
            }
        }
        List<CopyUse> rows = new ArrayList<>();
        byKind.forEach((kind, use) -> rows.add(new CopyUse(rank, kind, use.times, use.sized, use.bytes, use.mostRate)));
        return rows;
    }

    private void add(long nanos, long size) {
        times.add(nanos);
        if (size >= 0) {
            sized.add(nanos);
            bytes += size;
            double rate = nanos == 0 ? Double.NaN : (double) size / nanos;
            mostRate = Double.isNaN(mostRate) || rate > mostRate ? rate : mostRate;
        }
    }

    /** The direction in a copy's name, else the name. */
    static String direction(String name) {
        Matcher direct = DIRECTION.matcher(name);
        if (direct.find()) {
            return direct.group(1);
        }
        Matcher ends = ENDS.matcher(name);
        return ends.find() ? initial(ends.group(1)) + "to" + initial(ends.group(2)) : name;
    }

    private static String initial(String end) {
        return end.substring(0, 1).toUpperCase(Locale.ROOT);
    }
}

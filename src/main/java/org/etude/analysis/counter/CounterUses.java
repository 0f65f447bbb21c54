// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.counter;

import it.unimi.dsi.fastutil.ints.Int2BooleanOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.host.HostNesting;
import org.etude.report.Progress;
import org.etude.trace.model.CounterValue;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Hardware counters of kernels, read by CUPTI's range profiler ({@code profiler_metrics} of PyTorch's experimental
 * configuration), with the operators that launched them. The profiler serialises kernels. It records neither launches
 * nor kernel times, only one range per kernel, in order. So the k-th range is the k-th kernel launch if their numbers
 * are equal; otherwise no operator is named. Linear in the events.
 */
public final class CounterUses {
    private static final Comparator<CounterUse> BY_COUNTER = Comparator.comparing(CounterUse::counter)
            .thenComparingDouble(use -> -use.values().getSum())
            .thenComparing(CounterUse::kernel)
            .thenComparing(CounterUse::operator)
            .thenComparing(CounterUse::outermost);

    private CounterUses() {}

    private record Key(String operator, String outermost, String kernel, String counter) {}

    /** One entry per rank, operators, kernel and counter; ranks ascending, then by counter, the largest sum first. */
    public static List<CounterUse> of(TraceSet traces) {
        List<CounterUse> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            Progress.checkInterrupted();
            if (rank.device() != null) {
                List<CounterUse> own = of(rank.rank(), rank.device());
                own.sort(BY_COUNTER);
                all.addAll(own);
            }
        }
        return all;
    }

    private static List<CounterUse> of(int rank, DeviceTrace trace) {
        IntArrayList ranges = new IntArrayList();
        for (int i = 0; i < trace.size(); i++) {
            if (!trace.counters(i).isEmpty()) {
                ranges.add(i);
            }
        }
        if (ranges.isEmpty()) {
            return new ArrayList<>();
        }
        IntArrayList launches = launches(trace);
        boolean tied = ranges.size() == launches.size();
        int[] enclosing = tied ? HostNesting.enclosing(trace) : new int[0];
        Map<Key, DoubleSummaryStatistics> sums = new LinkedHashMap<>();
        for (int k = 0; k < ranges.size(); k++) {
            int range = ranges.getInt(k);
            List<String> operators = tied ? operators(trace, enclosing, launches.getInt(k)) : List.of("");
            for (CounterValue value : trace.counters(range)) {
                Key key =
                        new Key(operators.get(0), operators.get(operators.size() - 1), trace.name(range), value.name());
                sums.computeIfAbsent(key, of -> new DoubleSummaryStatistics()).accept(value.value());
            }
        }
        List<CounterUse> uses = new ArrayList<>();
        sums.forEach((key, values) ->
                uses.add(new CounterUse(rank, key.operator, key.outermost, key.kernel, key.counter, values)));
        return uses;
    }

    private static IntArrayList launches(DeviceTrace trace) {
        IntArrayList launches = new IntArrayList();
        Int2BooleanOpenHashMap byName = new Int2BooleanOpenHashMap();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.RUNTIME
                    && trace.counters(i).isEmpty()
                    && byName.computeIfAbsent(
                            trace.nameId(i), id -> isKernelLaunch(trace.names().text(id)))) {
                launches.add(i);
            }
        }
        return launches;
    }

    /**
     * True for cudaLaunchKernel, cudaLaunchKernelExC, cuLaunchKernel and cudaLaunchCooperativeKernel; false for host
     * functions and graphs.
     */
    private static boolean isKernelLaunch(String call) {
        return call.matches("(cuda|cu|hip)\\w*Launch\\w*Kernel\\w*") && !call.contains("Query");
    }

    /** The operators around a launch, innermost first; a single empty name if there are none. */
    private static List<String> operators(DeviceTrace trace, int[] enclosing, int launch) {
        List<String> names = new ArrayList<>();
        for (int at = enclosing[launch]; at >= 0; at = enclosing[at]) {
            if (trace.kind(at) == EventKind.CPU_OP) {
                names.add(trace.name(at));
            }
        }
        return names.isEmpty() ? List.of("") : names;
    }
}

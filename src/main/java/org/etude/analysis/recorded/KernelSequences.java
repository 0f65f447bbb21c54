// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.spec.SimulationException;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.TraceSet;

/**
 * The sequences of GPU work that operators launch, and their number: candidates for one fused kernel. Considers each
 * matching operator that lies in no other matching one; its sequence is all the work launched inside it, at any depth,
 * in order of start. Linear in the events.
 */
public final class KernelSequences {
    /** The default minimum length of a sequence, like HTA's {@code min_pattern_len}. */
    public static final int LEAST = 3;

    private static final Comparator<KernelSequence> OFTEN_FIRST = Comparator.comparingLong(
                    (KernelSequence s) -> s.host().count())
            .reversed()
            .thenComparing(Comparator.comparingLong(KernelSequence::gpuNanos).reversed())
            .thenComparing(KernelSequence::operator)
            .thenComparing(s -> String.join("|", s.work()));

    private final DeviceTrace trace;
    private final int[] launches;
    private final int[] roots;

    private KernelSequences(DeviceTrace trace, String operator) {
        this.trace = trace;
        int[] enclosing = HostNesting.enclosing(trace);
        launches = LaunchIndex.of(trace, enclosing);
        roots = roots(enclosing, operator.toLowerCase(Locale.ROOT));
    }

    /**
     * One entry per rank, operator and sequence; ranks ascending, the most frequent first.
     *
     * @param operator part of the name of operators or annotations, ignoring case; "" for the outermost operators
     * @param least minimum length of a sequence
     * @throws SimulationException when it is less than 1
     */
    public static List<KernelSequence> of(TraceSet traces, String operator, int least) {
        if (least < 1) {
            throw new SimulationException("a sequence of " + least + " activities does not exist", "Give 1 or more.");
        }
        return DeviceRows.of(traces, (rank, trace) -> {
            List<KernelSequence> own = new KernelSequences(trace, operator).find(rank, least);
            own.sort(OFTEN_FIRST);
            return own;
        });
    }

    /** For each host event, the outermost match around it, itself included; -1 if there is none. */
    private int[] roots(int[] enclosing, String operator) {
        boolean[] names = new boolean[trace.names().size()];
        for (int name = 0; name < names.length; name++) {
            names[name] = trace.names().text(name).toLowerCase(Locale.ROOT).contains(operator);
        }
        int[] found = new int[trace.size()];
        for (int i = 0; i < found.length; i++) {
            EventKind kind = trace.kind(i);
            boolean asked = operator.isEmpty() ? kind == EventKind.CPU_OP : kind.isHostOp();
            boolean matches = asked && names[trace.nameId(i)] && !trace.isFlagged(i);
            int around = enclosing[i] < 0 ? -1 : found[enclosing[i]];
            found[i] = around >= 0 ? around : matches ? i : -1;
        }
        return found;
    }

    private record Key(int operator, IntArrayList work) {}

    private List<KernelSequence> find(int rank, int least) {
        Map<Integer, IntArrayList> byRoot = new LinkedHashMap<>();
        for (int i = 0; i < launches.length; i++) {
            int root = launches[i] < 0 || trace.isFlagged(i) ? -1 : roots[launches[i]];
            if (root >= 0) {
                byRoot.computeIfAbsent(root, r -> new IntArrayList()).add(i);
            }
        }
        Map<Key, Found> found = new LinkedHashMap<>();
        byRoot.forEach((root, work) -> {
            if (work.size() >= least) {
                IntArrayList names = new IntArrayList(work.size());
                work.forEach(event -> names.add(trace.nameId(event)));
                Found entry = found.computeIfAbsent(new Key(trace.nameId(root), names), key -> new Found());
                entry.host.add(trace.durationNanos(root));
                work.forEach(event -> entry.gpuNanos += trace.durationNanos(event));
            }
        });
        List<KernelSequence> all = new ArrayList<>();
        found.forEach((key, entry) -> all.add(new KernelSequence(
                rank,
                trace.names().text(key.operator),
                key.work.intStream().mapToObj(trace.names()::text).toList(),
                entry.host,
                entry.gpuNanos)));
        return all;
    }

    private static final class Found {
        private final DurationStats host = new DurationStats();
        private long gpuNanos;
    }
}

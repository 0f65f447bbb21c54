// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.report.Progress;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.MatrixOperator;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Matrix products, convolutions and attention by shape, with their times. An operator inside another of these counts
 * for the outer one. O(events x depth of nesting).
 */
public final class MatrixUses {
    private static final Comparator<MatrixUse> LONGEST_FIRST = Comparator.comparingLong(
                    (MatrixUse use) -> use.calls().totalNanos())
            .reversed()
            .thenComparing(MatrixUse::operator)
            .thenComparing(MatrixUse::shapes);

    private final DeviceTrace trace;
    private final int[] enclosing;
    private final MatrixOperator[] byName;

    private MatrixUses(DeviceTrace trace) {
        this.trace = trace;
        enclosing = HostNesting.enclosing(trace);
        byName = new MatrixOperator[trace.names().size()];
        for (int name = 0; name < byName.length; name++) {
            byName[name] = MatrixOperator.named(trace.names().text(name)).orElse(null);
        }
    }

    /** One entry per rank, operator and shapes; ranks ascending, the longest first. */
    public static List<MatrixUse> of(TraceSet traces) {
        List<MatrixUse> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            Progress.checkInterrupted();
            if (rank.device() != null) {
                all.addAll(new MatrixUses(rank.device()).of(rank.rank()));
            }
        }
        return all;
    }

    private record Key(int name, String dims, String types, String values) {}

    private List<MatrixUse> of(int rank) {
        boolean gpu = trace.hasGpuWork();
        long[] work = new long[trace.size()];
        int[] launches = LaunchIndex.of(trace, enclosing);
        for (int i = 0; i < work.length; i++) {
            int call = launches[i] < 0 || trace.isFlagged(i) ? -1 : outermost(enclosing[launches[i]]);
            if (call >= 0) {
                work[call] += trace.durationNanos(i);
            }
        }
        Map<Key, MatrixUse> uses = new HashMap<>();
        for (int i = 0; i < work.length; i++) {
            if (isMatrix(i) && outermost(i) == i && !trace.isFlagged(i)) {
                Key key = new Key(trace.nameId(i), trace.inputDims(i), trace.inputTypes(i), trace.concreteInputs(i));
                uses.computeIfAbsent(key, k -> use(rank, k)).calls().add(gpu ? work[i] : trace.durationNanos(i));
            }
        }
        List<MatrixUse> rows = new ArrayList<>(uses.values());
        rows.sort(LONGEST_FIRST);
        return rows;
    }

    private boolean isMatrix(int event) {
        return trace.kind(event) == EventKind.CPU_OP && byName[trace.nameId(event)] != null;
    }

    /** The outermost of these operators at or around an event, or -1. */
    private int outermost(int event) {
        int found = -1;
        for (int at = event; at >= 0; at = enclosing[at]) {
            found = isMatrix(at) ? at : found;
        }
        return found;
    }

    private MatrixUse use(int rank, Key key) {
        MatrixWork work = MatrixWork.of(byName[key.name], key.dims, key.types, key.values);
        String shapes = InputTexts.shapes(key.dims).stream()
                .filter(shape -> shape.length > 0)
                .map(shape -> Arrays.toString(shape).replace(" ", ""))
                .collect(Collectors.joining(" "));
        Optional<String> dtype = InputTexts.words(key.types).stream()
                .filter(type -> !type.isEmpty())
                .findFirst();
        return new MatrixUse(
                rank,
                trace.names().text(key.name),
                shapes,
                dtype.orElse(""),
                new DurationStats(),
                work.flops(),
                work.bytes());
    }
}

package org.etude.trace;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;

/** Makes the ranks' values: their steps and what their clocks differ by. */
final class RankClocks {
    private final List<RankTrace> ranks = new ArrayList<>();

    /** Of the files assembled; says what it finds in {@code findings}. */
    RankClocks(RankAssembly assembly, List<Finding> findings) {
        for (int rank : assembly.ranks()) {
            LoadedFile host = assembly.host(rank);
            LoadedFile device = assembly.device(rank);
            ColumnDeviceTrace events = device == null ? null : device.device();
            List<RankTrace.StepWindow> steps = events == null ? List.of() : StepFinder.find(events);
            ranks.add(new RankTrace(rank, host == null ? null : host.host(), events, 0, steps));
        }
    }

    /** The ranks, ascending. */
    List<RankTrace> ranks() {
        return ranks;
    }
}

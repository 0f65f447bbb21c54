// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.trace.model.TraceSet;

/** Finds ranks of a job without a trace. */
public final class MissingRanks {
    private static final int MAX_NAMED = 16;

    private MissingRanks() {}

    /** One finding of level ERROR that lists them; none when all are present. */
    public static Report of(TraceSet traces, String stage) {
        TreeSet<Integer> present = new TreeSet<>();
        traces.ranks().forEach(rank -> present.add(rank.rank()));
        int absent = traces.worldSize() - present.size();
        List<String> missing = new ArrayList<>();
        for (int rank = 0; rank < traces.worldSize() && missing.size() < MAX_NAMED; rank++) {
            if (!present.contains(rank)) {
                missing.add(Integer.toString(rank));
            }
        }
        if (absent <= 0) {
            return Report.empty();
        }
        String more = absent > missing.size() ? ", ... (" + absent + " of them)" : "";
        return Report.of(List.of(new Finding(
                Level.ERROR,
                stage,
                -1,
                "",
                (absent == 1 ? "rank " : "ranks ") + String.join(", ", missing) + more + (absent == 1 ? " is" : " are")
                        + " missing",
                "the job has " + traces.worldSize() + " ranks, traces of " + present.size() + " were found",
                "copy the files of the missing ranks here, or simulate copies of those recorded: 'etude run' with -n "
                        + traces.worldSize())));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import org.etude.sim.program.RankProgram;
import org.etude.sim.result.OpColumns;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.ActivitySpans;

/** The activity of simulated ranks over time, from recorded ops, by the same definitions as for recordings. */
public final class SimulatedActivity {
    private SimulatedActivity() {}

    /** The activity of one rank of the run. O(n log n) in its nodes. */
    public static ActivitySpans of(OpColumns ops, int rank) {
        ActivitySpans.Builder spans = new ActivitySpans.Builder();
        RankProgram program = ops.program(rank);
        for (int row = ops.firstOf(rank); row < ops.firstOf(rank + 1); row++) {
            long end = ops.ended(row);
            if (end >= 0 && program.onRecordedHost(row - ops.firstOf(rank))) {
                spans.addHost(ops.issued(row), end);
            }
            Activity activity = ops.activity(row);
            if (end >= 0 && activity == Activity.TRANSFER) {
                spans.addComm(ops.issued(row), end, ops.arrived(row));
            } else if (end >= 0) {
                spans.add(activity, ops.issued(row), end);
            }
        }
        return spans.build();
    }
}

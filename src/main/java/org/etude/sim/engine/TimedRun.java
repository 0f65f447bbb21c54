// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import org.etude.network.queue.EventQueue;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.SysEvents;
import org.etude.sim.program.FindingLog;
import org.etude.sim.program.RankWorkload;
import org.etude.sim.timed.SharedNetwork;
import org.etude.sim.timed.TimedTransfers;

/** Ends nodes of an engine's ranks for transfers with measured times. */
record TimedRun(SysEvents events, EventQueue queue, FindingLog findings, RankWorkload[] ranks)
        implements TimedTransfers.Run, SharedNetwork.Alarm {
    @Override
    public long now() {
        return queue.now();
    }

    @Override
    public void end(int rank, int node, long delayNs) {
        events.plan(rank, delayNs, EventTag.of(EventTag.NODE, rank, node), 0);
    }

    @Override
    public void in(long delayNs, long number) {
        events.plan(0, delayNs, EventTag.of(EventTag.SHARED, 0, 0), number);
    }

    @Override
    public void met(int rank, int node) {
        ranks[rank].met(node, queue.now());
    }

    @Override
    public void inferred(String what, String from) {
        findings.warn(
                -1,
                what,
                "no timing of it is given",
                "the calibration holds other types or group sizes",
                "its time is inferred from " + from + "; give timings of it, too, if it can be timed there");
    }
}

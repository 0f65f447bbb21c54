// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtNames;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.SimulationException;

/** A collective or message: who takes part, and when each rank reached and left it, in the recording and in the run. */
final class RecordedTransfer {
    /** The participation of one rank; times in ns, recorded ones on the clock of all ranks if there is one. */
    static final class Part {
        final RecordedTransfer transfer;
        final RankWorkload rank;
        final int node;
        private final long start;
        private final long end;
        private long reached = RankWorkload.NEVER;
        private boolean ending;

        private Part(RecordedTransfer transfer, RankWorkload rank, int node, long clock) {
            this.transfer = transfer;
            this.rank = rank;
            this.node = node;
            RankProgram program = rank.program;
            long begin = program.attribute(node, EtNames.START_NS, RankProgram.MISSING);
            long nanos = program.attribute(node, EtNames.DURATION_NS, RankProgram.MISSING);
            if (begin == RankProgram.MISSING || nanos == RankProgram.MISSING) {
                throw new SimulationException(
                        "rank " + rank.rank + ": " + program.describe(node) + " has no recorded time",
                        "Give a topology, or simulate what was converted from a recording of this job.");
            }
            start = begin + clock;
            end = start + program.attribute(node, EtNames.MEASURED_NS, nanos);
        }

        boolean isReached() {
            return reached != RankWorkload.NEVER;
        }
    }

    private final List<Part> parts = new ArrayList<>(2);
    private final boolean clock;

    /**
     * Creates a transfer without ranks; {@code clock} tells whether recorded times of different ranks are comparable.
     */
    RecordedTransfer(boolean clock) {
        this.clock = clock;
    }

    /** Adds a rank; {@code offset} converts its clock to the common one. */
    Part join(RankWorkload rank, int node, long offset) {
        Part part = new Part(this, rank, node, clock ? offset : 0);
        parts.add(part);
        return part;
    }

    List<Part> parts() {
        return parts;
    }

    /** A rank reaches the transfer; determines who can leave now, and when. */
    void reach(Part part, long now, TimedTransfers.Run run) {
        part.reached = now;
        for (Part other : parts) {
            long end = other.isReached() && !other.ending ? end(other) : RankWorkload.NEVER;
            if (end != RankWorkload.NEVER) {
                other.ending = true;
                run.end(other.rank.rank, other.node, Math.max(0, end - now));
            }
        }
    }

    /**
     * When a rank leaves: as long after the last rank it waited for as in the recording. It did not wait for a rank
     * that came after it had left (the root of a broadcast, a message that was sent at once, a group that the trace
     * does not give). Without a common clock it waits for all and takes the shortest recorded time of any rank, since
     * the last to come waits for nobody.
     */
    private long end(Part part) {
        long last = Long.MIN_VALUE;
        long recorded = Long.MIN_VALUE;
        long shortest = Long.MAX_VALUE;
        for (Part other : parts) {
            shortest = Math.min(shortest, other.end - other.start);
            if (part == other || !clock || other.start <= part.end) {
                if (!other.isReached()) {
                    return RankWorkload.NEVER;
                }
                last = Math.max(last, other.reached);
                recorded = Math.max(recorded, other.start);
            }
        }
        part.rank.met(part.node, last);
        return last + Math.max(0, clock ? part.end - recorded : shortest);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import org.etude.report.Internal;
import org.etude.sim.PacketResult;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;

/**
 * The outcome of one run of a sweep. Times are of the rank that finished last, in ns, all steps of the run together.
 *
 * @param status done, stalled, failed, stopped at a limit, skipped
 * @param ranks number of ranks, 0 when it was not run
 * @param steps training steps in the run, 1 when the traces do not tell, 0 when it was not run
 * @param endNs end of the last rank
 * @param computeNs time in which GPU work ran
 * @param commNs time in which communication ran
 * @param exposedNs communication while no GPU work ran
 * @param messages messages sent
 * @param events events of the run
 * @param packetHops packets times links traversed, 0 unless packets were simulated
 * @param drops packets dropped
 * @param pauses PFC pauses obeyed
 * @param seconds wall-clock time of the run, in s
 * @param reason why it did not finish, or ""
 */
public record SweepOutcome(
        Status status,
        int ranks,
        int steps,
        long endNs,
        long computeNs,
        long commNs,
        long exposedNs,
        long messages,
        long events,
        long packetHops,
        long drops,
        long pauses,
        double seconds,
        String reason) {

    /** How a run ended. */
    public enum Status {
        /** Every rank finished. */
        DONE,
        /** Ranks waited indefinitely; the reason says for what. */
        STALLED,
        /** The inputs are incompatible; the reason says how. */
        FAILED,
        /** A limit was reached. */
        STOPPED,
        /** Not run: the reason says why. */
        SKIPPED
    }

    /** Whether the same run would end the same way, so that the outcome may be cached. */
    public boolean repeats() {
        return status == Status.DONE || status == Status.STALLED || status == Status.FAILED;
    }

    /** The outcome of a run with a result. */
    @Internal
    public static SweepOutcome of(SimulationResult result, double seconds) {
        return of(result, result.messageCount(), 0, 0, 0, seconds);
    }

    /** The outcome of a run on a packet network. */
    @Internal
    public static SweepOutcome of(PacketResult run, double seconds) {
        return of(run.simulation(), run.flows().size(), run.packetHops(), run.drops(), run.pauses(), seconds);
    }

    private static SweepOutcome of(
            SimulationResult result, long messages, long hops, long drops, long pauses, double seconds) {
        RankColumns ranks = result.ranks();
        int last = ranks.last();
        return new SweepOutcome(
                result.complete() ? Status.DONE : Status.STOPPED,
                ranks.size(),
                result.steps(),
                result.complete() ? result.stepNs() : result.ticks(),
                ranks.split().get(last).computeNanos(),
                ranks.split().get(last).commNanos(),
                ranks.split().get(last).exposedNanos(),
                messages,
                result.events(),
                hops,
                drops,
                pauses,
                seconds,
                result.stopped());
    }

    /** The outcome of a run without a result. */
    public static SweepOutcome without(Status status, double seconds, String reason) {
        return new SweepOutcome(status, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, seconds, reason);
    }
}

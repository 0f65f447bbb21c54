// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Optional;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.MessageLog;
import org.etude.report.Report;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;

/**
 * The result of a run, in columns; one tick is one nanosecond.
 *
 * @param scenario what was run
 * @param ticks tick of the last event
 * @param events number of events
 * @param messageCount number of messages sent
 * @param stopped why the result is partial, or "" when every rank finished
 * @param finishOrder ranks in the order in which they finished
 * @param ranks one row per rank
 * @param roofline one row per rank, when the roofline model was on
 * @param ops one row per node and rank, when recorded
 * @param phases one row per phase, chunk and rank, when recorded
 * @param messages one row per message, when recorded
 * @param links one row per link that carried anything; empty on the unaware network
 * @param peakMemory peak bytes of live tensors by rank, when tracked
 * @param stall in compat mode, why ranks never finished
 * @param report what was assumed
 */
public record SimulationResult(
        Scenario scenario,
        long ticks,
        long events,
        long messageCount,
        String stopped,
        int[] finishOrder,
        RankColumns ranks,
        Optional<RooflineColumns> roofline,
        Optional<OpColumns> ops,
        Optional<PhaseColumns> phases,
        Optional<MessageLog> messages,
        LinkUse links,
        Optional<long[]> peakMemory,
        Optional<StallException> stall,
        Report report) {

    /**
     * When each node ran.
     *
     * @throws SimulationException when the run did not keep it
     */
    public OpColumns keptOps() {
        return ops.orElseThrow(
                () -> new SimulationException("the run did not keep ops", "Simulate with s -> s.record(OPS)."));
    }

    /** Whether every rank finished. */
    public boolean complete() {
        return stopped.isEmpty();
    }

    /** Whether a limit of {@link SimOptions.Limits} stopped it. */
    public boolean limited() {
        return RunLimits.reached(stopped);
    }

    /** Whether the interruption of its thread stopped it. */
    public boolean interrupted() {
        return stopped.equals(RunWatch.INTERRUPTED);
    }

    /** End of the last rank, in ns: all {@link #steps()} of the run together. */
    public long stepNs() {
        long last = 0;
        for (long finish : ranks.finish()) {
            last = Math.max(last, finish);
        }
        return last;
    }

    /** The number of training steps in the run according to its traces; one when they do not give it. */
    public int steps() {
        return Math.max(1, StepCount.of(scenario.ranks().get(ranks.last())));
    }

    /** The same result with these findings before its own. */
    public SimulationResult after(Report first) {
        return first.size() == 0
                ? this
                : new SimulationResult(
                        scenario,
                        ticks,
                        events,
                        messageCount,
                        stopped,
                        finishOrder,
                        ranks,
                        roofline,
                        ops,
                        phases,
                        messages,
                        links,
                        peakMemory,
                        stall,
                        first.plus(report));
    }

    /** What was simulated, how long it takes, and how the last rank spends its time. */
    @Override
    public String toString() {
        return SimulationText.of(this);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.etude.spec.SimulationException;
import org.etude.unit.Time;

/**
 * Where and how often a run is saved, and the identity of the run.
 *
 * @param file the checkpoint file; if it exists the run resumes from it
 * @param everyNanos real time between saves
 * @param looks number of events between looks at the clock
 * @param job identity of the traces, by content
 * @param settings identity of everything else that affects the result
 * @param kept whether the file stays when the run is complete, until whoever saved the result removes it
 * @param log receives a sentence when the run is saved or resumed
 */
public record CheckpointPlan(
        Path file, long everyNanos, int looks, String job, String settings, boolean kept, Consumer<String> log) {
    /** Ignores all messages. */
    public static final Consumer<String> QUIET = what -> {};

    /** The default real time between saves. */
    public static final Time USUAL = Time.seconds(600);

    private static final long PS_PER_NS = 1_000;

    /** The default number of events between looks at the clock, whose cost is negligible. */
    public static final int LOOKS = 1 << 15;

    /** Saves to a file periodically; the run is not set yet. */
    public static CheckpointPlan to(Path file, Time every, Consumer<String> log) {
        if (every.picoseconds() == 0) {
            throw new SimulationException(
                    "a run cannot be saved every 0 s", "Give the time from one save to the next, such as 600s.");
        }
        return new CheckpointPlan(file, every.picoseconds() / PS_PER_NS, LOOKS, "", "", false, log);
    }

    /** This plan, but the file stays when the run is complete. */
    public CheckpointPlan keeping() {
        return new CheckpointPlan(file, everyNanos, looks, job, settings, true, log);
    }

    /** This plan for the given run. */
    public CheckpointPlan of(String itsJob, String itsSettings) {
        return new CheckpointPlan(file, everyNanos, looks, itsJob, itsSettings, kept, log);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.etude.spec.SimulationException;
import org.etude.unit.Time;

/**
 * Where a run is saved while it goes on, and what it is a run of.
 *
 * @param file the file, which is there when there is something to go on with
 * @param everyNanos real time from one save to the next
 * @param looks events from one look at the clock to the next
 * @param job name of the traces by their content
 * @param settings name of everything else that the result depends on
 * @param kept whether the file stays when the run is complete, until whoever has saved the result removes it
 * @param told hears what was saved and where a run goes on, in a sentence
 */
public record CheckpointPlan(
        Path file, long everyNanos, int looks, String job, String settings, boolean kept, Consumer<String> told) {
    /** What hears nothing. */
    public static final Consumer<String> QUIET = what -> {};

    /** Real time from one save to the next when nothing else is said. */
    public static final Time USUAL = Time.seconds(600);

    private static final long PS_PER_NS = 1_000;

    /** Events between two looks at the clock that cost nothing to speak of. */
    public static final int LOOKS = 1 << 15;

    /** Saves to a file every so often; of what run is not said yet. */
    public static CheckpointPlan to(Path file, Time every, Consumer<String> told) {
        if (every.picoseconds() == 0) {
            throw new SimulationException(
                    "a run cannot be saved every 0 s", "Give the time from one save to the next, such as 600s.");
        }
        return new CheckpointPlan(file, every.picoseconds() / PS_PER_NS, LOOKS, "", "", false, told);
    }

    /** The same, whose file stays when the run is complete. */
    public CheckpointPlan keeping() {
        return new CheckpointPlan(file, everyNanos, looks, job, settings, true, told);
    }

    /** The same of a run. */
    public CheckpointPlan of(String itsJob, String itsSettings) {
        return new CheckpointPlan(file, everyNanos, looks, itsJob, itsSettings, kept, told);
    }
}

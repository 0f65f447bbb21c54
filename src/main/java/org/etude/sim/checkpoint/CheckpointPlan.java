// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Where a run is saved while it goes on, and what it is a run of.
 *
 * @param file the file, which is there when there is something to go on with
 * @param everyNanos real time from one save to the next
 * @param looks events from one look at the clock to the next
 * @param job name of the traces by their content
 * @param settings name of everything else that the result depends on
 * @param told hears what was saved and where a run goes on, in a sentence
 */
public record CheckpointPlan(Path file, long everyNanos, int looks, String job, String settings, Consumer<String> told) {
    /** Events between two looks at the clock that cost nothing to speak of. */
    public static final int LOOKS = 1 << 15;
}

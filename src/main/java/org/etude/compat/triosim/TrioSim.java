// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim;

import org.etude.compat.triosim.corrected.CorrectedRun;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.replay.CompatRun;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimObserver;
import org.etude.compat.triosim.trace.TrioSimTrace;

/** Extrapolates a recorded step to many GPUs. */
public final class TrioSim {
    private TrioSim() {}

    /**
     * Runs a step. Without compat the cost does not depend on the number of GPUs, except for pipelines; in compat it
     * grows with the messages, 2N(N-1) per all-reduce.
     *
     * @param trace the step on one GPU, at the recorded batch size
     * @throws TrioSimException when the settings do not fit the trace, memory is too small, or the original's rules
     *     deadlock
     */
    public static TrioSimResult run(TrioSimTrace trace, TrioSimSettings settings) {
        return run(trace, settings, TrioSimObserver.NONE);
    }

    /** Like {@link #run(TrioSimTrace, TrioSimSettings)}, with an observer. */
    public static TrioSimResult run(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        double ratio = settings.batch().ratio();
        return settings.mode() == Mode.COMPAT
                ? new CompatRun(trace.scaled(ratio), settings, observer).run()
                : CorrectedRun.of(trace.atBatch(ratio), settings, observer);
    }
}

package org.etude.workload.triosim;

/** Extrapolates a recorded step to many GPUs. */
public final class TrioSim {
    private TrioSim() {}

    /**
     * Runs a step. Without compat the cost does not grow with the number of GPUs but for pipelines; in compat it grows with
     * the messages, 2N(N-1) an all-reduce.
     *
     * @param trace the step on one GPU, at the recorded batch size
     * @throws TrioSimException when the settings do not fit the trace, memory is too small, or the original's rules
     *     dead-lock
     */
    public static TrioSimResult run(TrioSimTrace trace, TrioSimSettings settings) {
        return run(trace, settings, TrioSimObserver.NONE);
    }

    /** The same, and tells what happens. */
    public static TrioSimResult run(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        TrioSimTrace scaled = trace.scaled(settings.batch().ratio());
        return settings.compat()
                ? new CompatRun(scaled, settings, observer).run()
                : new FoldedRun(scaled, settings, observer).run();
    }
}

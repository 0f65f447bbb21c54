package org.etude.sim.result;

import org.etude.report.Report;
import org.etude.spec.SimulationException;

/** Ranks wait for something that never comes; {@link #details()} says who for what, a row each. */
public final class StallException extends SimulationException {
    private final transient long tick;

    public StallException(String what, String advice, Report details, long tick) {
        super(what, advice, details, null);
        this.tick = tick;
    }

    /** When nothing moved any more, in ns. */
    public long tick() {
        return tick;
    }
}

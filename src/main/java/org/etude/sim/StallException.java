package org.etude.sim;

import org.etude.report.Report;

/** Ranks wait for something that never comes; {@link #details()} says who for what, a row each. */
public final class StallException extends SimulationException {
    private final transient long tick;

    StallException(String what, String advice, Report details, long tick) {
        super(what, advice, details, null);
        this.tick = tick;
    }

    /** When nothing moved any more, in ns. */
    public long tick() {
        return tick;
    }
}

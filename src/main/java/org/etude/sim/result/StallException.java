// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.report.EtudeException;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.store.Saved;
import org.etude.store.Storable;

/** Thrown when ranks wait for something that never comes; {@link #details()} lists who waits for what, one row each. */
public final class StallException extends EtudeException implements Storable {
    private final transient long tick;
    private final transient String what;
    private final transient String advice;

    /** Creates the exception for a stall at a tick, in ns. */
    public StallException(String what, String advice, Report details, long tick) {
        super(what, advice, details, null);
        this.tick = tick;
        this.what = what;
        this.advice = advice;
    }

    /** The same stall with the network's own diagnosis. */
    public StallException because(EtudeException network) {
        String[] sentences = network.getMessage().strip().split("\\R\\s*", 2);
        return new StallException(sentences[0], sentences.length > 1 ? sentences[1] : advice, network.details(), tick);
    }

    /** When the run stalled, in ns. */
    public long tick() {
        return tick;
    }

    /**
     * The saved form.
     *
     * @param what what stopped
     * @param advice what to do
     * @param details who waits for what
     * @param tick when, in ns
     */
    private record SavedStall(String what, String advice, Report details, long tick) implements Saved {
        @Override
        public Object restored() {
            return new StallException(what, advice, details, tick);
        }
    }

    @Override
    @Internal
    public Saved saved() {
        return new SavedStall(what, advice, details(), tick);
    }
}

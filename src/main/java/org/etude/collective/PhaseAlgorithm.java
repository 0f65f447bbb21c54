// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/** The behaviour of one node in one phase: a small state machine driven by its node. */
public abstract class PhaseAlgorithm {
    /** Starts the phase. */
    public abstract void start(PhasePort port);

    /** Called when a posted receive has completed. */
    public abstract void received(PhasePort port);

    /** Whether {@link #sent} is to be called. */
    public boolean awaitsSends() {
        return false;
    }

    /** Called when a message that was sent has arrived. */
    public void sent(PhasePort port) {
        // Most algorithms are done once everything has arrived here.
    }

    /** Called when the endpoint work for a packet is done. */
    public abstract void bundled(PhasePort port);

    /**
     * For a node that waits for its only message in flight: the number of identical rounds of receiving, endpoint work
     * and sending that lie ahead, 0 when unknown.
     */
    public int steadyRounds() {
        return 0;
    }

    /** Whether the endpoint work of steady rounds includes a reduction. */
    public boolean steadyReduced() {
        return false;
    }

    /**
     * Skips steady rounds, at most {@link #steadyRounds()}; the message in flight then is that of the round after them.
     */
    public void skip(int rounds) {
        throw new UnsupportedOperationException("no steady rounds");
    }

    /** Whether received messages have the same effect regardless of their source and of their order within a tick. */
    public boolean sourcesAlike() {
        return false;
    }

    /** The progress as readable text: {@code "ring: 3 of 14 messages left"}. */
    public abstract String progress();
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/** What one node does in one phase; a small state machine that its node drives. */
public abstract class PhaseAlgorithm {
    /** Begins. */
    public abstract void start(PhasePort port);

    /** A posted receive was met. */
    public abstract void received(PhasePort port);

    /** An endpoint's work for a packet is through. */
    public abstract void bundled(PhasePort port);

    /**
     * For a node that waits for its one message in flight: how many rounds of receiving, endpoint work and sending lie
     * ahead that are all alike, 0 when that is not known.
     */
    public int steadyRounds() {
        return 0;
    }

    /** Whether the endpoint work of steady rounds reduces data. */
    public boolean steadyReduced() {
        return false;
    }

    /** Skips steady rounds, at most {@link #steadyRounds()}: the message in flight is the one after them. */
    public void skip(int rounds) {
        throw new UnsupportedOperationException("no steady rounds");
    }

    /** Whether received messages have the same effect whoever sent them, and whichever of one tick comes first. */
    public boolean sourcesAlike() {
        return false;
    }

    /** How far it is, for people: {@code "ring: 3 of 14 messages left"}. */
    public abstract String progress();
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

/** Congestion control of all flows; the base does nothing and leaves every flow at line rate. */
public class RateControl {
    /** Whether switches must call {@link #departs}. */
    public boolean readsSwitches() {
        return false;
    }

    /** Whether nothing of it changes while no packet is marked, so that a network's state is complete without it. */
    public boolean still() {
        return true;
    }

    /** A flow begins; its rate is the line's. */
    public void begins(int flow) {
        // Line rate needs no state.
    }

    /** A flow is done; its timers must not act any more. */
    public void ends(int flow) {
        // No timers.
    }

    /**
     * An acknowledgement reached its sender; what it acknowledges is counted already.
     *
     * @param packet the cell of the acknowledgement
     * @param sequence the byte it acknowledges up to
     * @param marked whether its data packet met congestion
     */
    public void acknowledged(int flow, int packet, long sequence, boolean marked) {
        // Nothing changes the rate.
    }

    /** A host builds a data packet. */
    public void builds(int packet) {
        // No telemetry.
    }

    /** A data packet leaves a switch; it is off its queue and not yet counted as sent. */
    public void departs(int port, int packet) {
        // No telemetry.
    }

    /** A switch sends a frame of any kind. */
    public void sends(int port, int bytes) {
        // No telemetry.
    }
}

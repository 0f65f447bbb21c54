// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

/** Congestion control of all flows; the base does nothing and leaves every flow at line rate. */
public class RateControl {
    /** Whether switches must call {@link #departs}. */
    public boolean readsSwitches() {
        return false;
    }

    /** Whether its state cannot change while no packet is marked, so that a network's state is complete without it. */
    public boolean isStationary() {
        return true;
    }

    /** Whether flows and packets that share nothing with others can be simulated by another control of the same kind ({@link #copy}). */
    public boolean isDivisible() {
        return isStationary();
    }

    /** Takes over the state of a flow from a control of the same kind. */
    public void copy(RateControl other, int flow) {
        // No state as long as nothing is marked.
    }

    /** Takes over what a packet carries from a control of the same kind, in which it is another cell. */
    public void copyPacket(RateControl other, int cellThere, int cell) {
        // No telemetry.
    }

    /** Counts values that another control of the same kind {@link #misread}. */
    public void addMisread(long more) {
        // No narrow field.
    }

    /** The number of timers started so far, as far as they make states incomplete ({@link #isStationary}). */
    public long timersStarted() {
        return 0;
    }

    /**
     * Makes every field as wide as what it holds, rather than as in the reference and its headers; before any flow begins.
     *
     * @param switches the most switches on a path
     */
    public void widenFields(int switches) {
        // No narrow field.
    }

    /** How many values of telemetry did not fit into their fields. */
    public long misread() {
        return 0;
    }

    /** A flow starts at line rate. */
    public void begins(int flow) {
        // Line rate needs no state.
    }

    /** A flow is done; its timers must no longer act. */
    public void ends(int flow) {
        // No timers.
    }

    /**
     * An acknowledgement reached its sender; the bytes it acknowledges are already counted.
     *
     * @param packet the cell of the acknowledgement
     * @param sequence the byte up to which it acknowledges
     * @param marked whether its data packet experienced congestion
     */
    public void acknowledged(int flow, int packet, long sequence, boolean marked) {
        // The rate never changes.
    }

    /** A host builds a data packet. */
    public void builds(int packet) {
        // No telemetry.
    }

    /** A data packet leaves a switch; it is dequeued and not yet counted as sent. */
    public void departs(int port, int packet) {
        // No telemetry.
    }

    /** A switch sends a frame of any kind. */
    public void sends(int port, int bytes) {
        // No telemetry.
    }
}

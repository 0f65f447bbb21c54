package org.etude.spec;

/** How closely the network is simulated. */
public enum Fidelity {
    /** One formula per message, no contention. */
    UNAWARE,
    /** Messages queue for links. */
    AWARE,
    /** Packet by packet, on switches with the reference's shipped settings. */
    PACKET,
    /** The network of the recording: every collective and message takes the time it took there; for recordings only. */
    RECORDED;

    /** {@link #UNAWARE} under the name that says what is left: formulas. */
    public static final Fidelity ANALYTIC = UNAWARE;
}

package org.etude.spec;

/** How closely the network is simulated. */
public enum Fidelity {
    /** One formula per message, no contention. */
    UNAWARE,
    /** Messages queue for links. */
    AWARE,
    /** Packet by packet, on switches with the reference's shipped settings. */
    PACKET;

    /** {@link #UNAWARE} under the name that says what is left: formulas. */
    public static final Fidelity ANALYTIC = UNAWARE;
}

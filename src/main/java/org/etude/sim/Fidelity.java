package org.etude.sim;

/** How closely the network is simulated. */
public enum Fidelity {
    /** A formula a message, no contention. */
    UNAWARE,
    /** Messages queue for links. */
    AWARE
}

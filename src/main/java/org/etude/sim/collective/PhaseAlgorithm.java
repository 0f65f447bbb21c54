package org.etude.sim.collective;

/** What one node does in one phase; a small state machine that its node drives. */
public abstract class PhaseAlgorithm {
    /** Begins. */
    public abstract void start(PhasePort port);

    /** A posted receive was met. */
    public abstract void received(PhasePort port);

    /** An endpoint's work for a packet is through. */
    public abstract void bundled(PhasePort port);

    /** How far it is, for people: {@code "ring: 3 of 14 messages left"}. */
    public abstract String progress();
}

package org.etude.sim.network;

/** Makes the network of a run. */
@FunctionalInterface
public interface NetworkFactory {
    /** A network whose events go onto this clock. */
    Network on(EventQueue queue);
}

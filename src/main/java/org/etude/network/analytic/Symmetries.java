package org.etude.network.analytic;

/**
 * Symmetries of a job by which some ranks stand for all. What a simulated rank sends to any rank comes back as what another
 * rank sends to the simulated one that stands for the receiver.
 */
public interface Symmetries {
    /** Who sends a simulated rank what another simulated rank sends to the rank {@code dst}. */
    int sender(int src, int dst);

    /** The simulated rank that stands for a rank. */
    int receiver(int dst);
}

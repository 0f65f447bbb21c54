package org.etude.spec;

/** What collectives and messages cost on a platform, as fitted to measurements. */
public interface CommunicationCosts {
    /**
     * The cost of one collective or message.
     *
     * @param type all_reduce, all_gather, ... or sendrecv
     * @param ranks size of the group, 2 or more
     * @param bytes bytes of the larger of a rank's input and output, near which the cost shall hold
     * @throws org.etude.report.EtudeException when nothing measured leads there
     */
    CommunicationCost cost(String type, int ranks, long bytes);

    /**
     * The cost in a dimension of a spread step; without more knowledge that of a group of its size.
     *
     * @param job how many ranks share what
     * @param dimension tensor, data or pipeline
     */
    default CommunicationCost cost(Parallelism job, String dimension, String type, int ranks, long bytes) {
        return cost(type, ranks, bytes);
    }
}

package org.etude.sim;

/**
 * The LogGP bus between a node's network port and memory; parameters as in the LogGP model, times in ns.
 *
 * @param latency L
 * @param overhead o
 * @param gap g
 * @param gapPerByte G
 * @param reductionDelay ns to reduce 100 bytes
 */
public record BusSpec(int latency, int overhead, int gap, double gapPerByte, int reductionDelay) {}

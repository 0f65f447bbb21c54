package org.etude.workload.parallel;

/**
 * One pass of a stage over a micro batch.
 *
 * @param forward whether it is the forward pass
 * @param microBatch which micro batch, from 0
 * @param chunk which of the stage's chunks of layers, from 0
 */
public record Turn(boolean forward, int microBatch, int chunk) {}

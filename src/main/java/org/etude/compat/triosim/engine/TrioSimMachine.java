// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/**
 * The machine on which a step is replayed.
 *
 * @param gpus number of simulated GPUs
 * @param capacity bytes of memory per GPU
 * @param queue the clock
 * @param carrier the network
 * @param recorder is notified of events
 */
public record TrioSimMachine(int gpus, long capacity, TrioSimQueue queue, Carrier carrier, TimelineRecorder recorder) {}

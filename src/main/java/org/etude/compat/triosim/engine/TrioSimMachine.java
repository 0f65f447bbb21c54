// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

/**
 * What a step is replayed on.
 *
 * @param gpus how many are simulated
 * @param capacity bytes of each one's memory
 * @param queue the clock
 * @param carrier the network
 * @param recorder is notified of what happens
 */
public record TrioSimMachine(int gpus, long capacity, TrioSimQueue queue, Carrier carrier, TimelineRecorder recorder) {}

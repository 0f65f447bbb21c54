package org.etude.workload.triosim;

/**
 * What a step is replayed on.
 *
 * @param gpus how many are simulated
 * @param capacity bytes of each one's memory
 * @param queue the clock
 * @param carrier the network
 * @param recorder is told what happens
 */
record Machine(int gpus, long capacity, EventQueue queue, Carrier carrier, Recorder recorder) {}

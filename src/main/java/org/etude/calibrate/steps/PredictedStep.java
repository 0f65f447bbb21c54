package org.etude.calibrate.steps;

/**
 * A step of one rank, recorded and simulated.
 *
 * @param rank the rank
 * @param step N of ProfilerStep#N
 * @param recordedNs its recorded duration
 * @param simulatedNs its simulated duration
 */
public record PredictedStep(int rank, int step, long recordedNs, long simulatedNs) {}

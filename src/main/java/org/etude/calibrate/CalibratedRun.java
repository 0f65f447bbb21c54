// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

/**
 * Description of a calibrated run, for its row in the calibration file.
 *
 * @param mode calibrate with a measurement of the same job, simulate without
 * @param world number of ranks
 * @param logicalDims such as 4x4x8
 * @param topology description of the network
 * @param congestionControl DCQCN, HPCC, ...; empty off the packet network
 * @param pfc whether ports obey PAUSE frames; empty off the packet network
 * @param bufferMb switch buffer in MB; empty off the packet network
 * @param payload bytes per packet; empty off the packet network
 * @param collectiveOptimization baseline or localBWAware
 * @param localMemoryGbs local memory bandwidth in GB/s; empty when none was given
 * @param inputs SHA-256 of the inputs, or empty
 * @param seed seed of what is random in the run
 */
public record CalibratedRun(
        String mode,
        int world,
        String logicalDims,
        String topology,
        String congestionControl,
        String pfc,
        String bufferMb,
        String payload,
        String collectiveOptimization,
        String localMemoryGbs,
        String inputs,
        String seed) {}

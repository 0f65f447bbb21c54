// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * Factors of a machine relative to its model, as fitted by {@code etude fit} to measured steps. 1 leaves the model
 * unchanged.
 *
 * @param compute factor on the rates of matrix products and attention
 * @param memory factor on the rate of device memory
 * @param host factor on the host's time per kernel
 * @param network factor on the rates of links and NICs
 */
public record MachineFit(double compute, double memory, double host, double network) {
    /** The unchanged model. */
    public static final MachineFit NONE = new MachineFit(1, 1, 1, 1);
}

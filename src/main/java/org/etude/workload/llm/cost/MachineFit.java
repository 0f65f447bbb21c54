// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * What a machine reaches against its model, as {@code etude fit} finds it from measured steps. 1 leaves the model as it is.
 *
 * @param compute factor on the rates of matrix products and attention
 * @param memory factor on the rate of device memory
 * @param host factor on the host's time per kernel
 * @param network factor on the rates of links and NICs
 */
public record MachineFit(double compute, double memory, double host, double network) {
    /** The model as it is. */
    public static final MachineFit NONE = new MachineFit(1, 1, 1, 1);
}

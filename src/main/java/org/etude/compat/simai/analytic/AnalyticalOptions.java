// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import org.etude.compat.simai.model.SimAiException;

/**
 * Options of the analytical model.
 *
 * @param gpus total number of GPUs
 * @param gpusPerServer GPUs per server
 * @param nicsPerServer NICs per server
 * @param nvlink bus bandwidth inside a server, GB/s
 * @param nic bus bandwidth of a NIC, GB/s
 * @param overlap shares of hidden communication
 * @param corrected whether known errors of the formulas are corrected: data-parallel groups use as few servers as
 *     possible, messages between stages use NICs, and small messages among any number of ranks take time
 */
public record AnalyticalOptions(
        int gpus, int gpusPerServer, int nicsPerServer, double nvlink, double nic, Overlap overlap, boolean corrected) {

    /** Rejects numbers below 1 and rates that are not positive. */
    public AnalyticalOptions {
        if (gpus < 1 || gpusPerServer < 1 || nicsPerServer < 1) {
            throw new SimAiException(
                    gpus + " GPUs, " + gpusPerServer + " GPUs and " + nicsPerServer + " NICs per server",
                    "Give -g, -g_p_s and -n_p_s, each 1 or more.");
        }
        if (!(nvlink > 0) || !(nic > 0)) {
            throw new SimAiException(
                    "bus bandwidths of " + nvlink + " GB/s (NVLink) and " + nic + " GB/s (NIC)",
                    "Give -nv and -nic, or a known -g_type and -nic_t.");
        }
    }

    /**
     * Shares of communication hidden by computation, 0 to 1.
     *
     * @param dp for data-parallel groups
     * @param tp for tensor-parallel groups
     * @param ep for expert-parallel groups
     * @param pp for messages between stages
     */
    public record Overlap(double dp, double tp, double ep, double pp) {
        /** SimAI's assumption: only the messages between stages are hidden. */
        public static final Overlap DEFAULT = new Overlap(0, 0, 0, 1);

        /** Rejects values outside 0 to 1. */
        public Overlap {
            for (double share : new double[] {dp, tp, ep, pp}) {
                if (!(share >= 0 && share <= 1)) {
                    throw new SimAiException("an overlap of " + share, "Give shares from 0 to 1.");
                }
            }
        }
    }
}

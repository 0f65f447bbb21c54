// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import org.etude.compat.simai.model.SimAiException;

/**
 * Options of the analytical model.
 *
 * @param gpus all GPUs
 * @param gpusPerServer GPUs of a server
 * @param nicsPerServer NICs of a server
 * @param nvlink bus bandwidth inside a server, GB/s
 * @param nic bus bandwidth of a NIC, GB/s
 * @param overlap what is hidden
 * @param corrected whether known errors of the formulas are corrected: data-parallel groups lie on as few servers as they
 *     can, messages between stages go over NICs, and small messages among any number of ranks take time
 */
public record AnalyticalOptions(
        int gpus, int gpusPerServer, int nicsPerServer, double nvlink, double nic, Overlap overlap, boolean corrected) {

    /** Refuses numbers below 1 and rates that are not positive. */
    public AnalyticalOptions {
        if (gpus < 1 || gpusPerServer < 1 || nicsPerServer < 1) {
            throw new SimAiException(
                    gpus + " GPUs, " + gpusPerServer + " GPUs and " + nicsPerServer + " NICs a server",
                    "Give -g, -g_p_s and -n_p_s, each 1 or more.");
        }
        if (!(nvlink > 0) || !(nic > 0)) {
            throw new SimAiException(
                    "bus bandwidths of " + nvlink + " GB/s (NVLink) and " + nic + " GB/s (NIC)",
                    "Give -nv and -nic, or a known -g_type and -nic_t.");
        }
    }

    /**
     * Shares of communication that computation hides, 0 to 1.
     *
     * @param dp of data-parallel groups
     * @param tp of tensor-parallel groups
     * @param ep of expert-parallel groups
     * @param pp of messages between stages
     */
    public record Overlap(double dp, double tp, double ep, double pp) {
        /** What SimAI assumes: nothing is hidden but the messages between stages. */
        public static final Overlap DEFAULT = new Overlap(0, 0, 0, 1);

        /** Refuses what is no share. */
        public Overlap {
            for (double share : new double[] {dp, tp, ep, pp}) {
                if (!(share >= 0 && share <= 1)) {
                    throw new SimAiException("an overlap of " + share, "Give shares from 0 to 1.");
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

/**
 * The result of one job in a run in which several jobs share a network.
 *
 * @param topology the network
 * @param placement how the jobs are placed, in words
 * @param variant settings that were varied, with their names; empty when none were
 * @param job its name
 * @param hosts the hosts of its ranks
 * @param ranks how many ranks it has
 * @param steps its training steps, 1 when the traces do not tell
 * @param sharedNs end of its last rank when it shares the network, in ns
 * @param aloneNs end of its last rank alone on the same hosts, in ns
 */
public record SharedJob(
        String topology,
        String placement,
        String variant,
        String job,
        String hosts,
        int ranks,
        int steps,
        long sharedNs,
        long aloneNs) {
    /** How much longer its step is than alone, as a fraction of that. */
    public double addedFrac() {
        return (double) sharedNs / aloneNs - 1;
    }
}

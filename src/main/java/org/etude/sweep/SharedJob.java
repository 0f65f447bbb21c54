// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

/**
 * A job of a run in which several share one fabric.
 *
 * @param topology the network
 * @param placement how the jobs are placed, in words
 * @param variant settings that were varied, with their names; empty when none were
 * @param job its name
 * @param hosts the hosts of its ranks
 * @param ranks how many ranks it has
 * @param stepNs end of its last rank with the other jobs, ns
 * @param aloneNs the same on the same hosts without them
 */
public record SharedJob(
        String topology,
        String placement,
        String variant,
        String job,
        String hosts,
        int ranks,
        long stepNs,
        long aloneNs) {
    /** How much longer its step takes than alone, as a share of that. */
    public double slowdown() {
        return (double) stepNs / aloneNs - 1;
    }
}

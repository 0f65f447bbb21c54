// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;

/**
 * When the nodes of a rank ran, by their index in its program; {@link RankWorkload#NEVER} if they did not.
 *
 * @param program the nodes
 * @param issued when each started
 * @param ended when each ended
 * @param arrived when the last partner of each arrived, or null when nobody arrived after the rank itself
 */
record RankTimes(RankProgram program, long[] issued, long[] ended, long[] arrived) {
    static RankTimes of(RankWorkload rank) {
        return rank == null ? null : new RankTimes(rank.program, rank.issued, rank.ended, rank.arrivals());
    }

    long arrived(int node) {
        return arrived == null ? issued[node] : arrived[node];
    }
}

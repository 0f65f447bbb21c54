// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.Collections;
import java.util.List;

/**
 * A process group on whose collectives ranks disagree, or whose collectives are incomplete.
 *
 * @param members its ranks, ascending
 * @param speakers by member, the lowest rank that makes the same calls, which sends them for all
 */
record OpenGroup(List<Integer> members, List<Integer> speakers) {
    /** Whether a rank sends its calls. */
    boolean isSpeaker(int rank) {
        return speaker(rank) == rank;
    }

    /** The rank that sends a member's calls; -1 when the rank is not a member. */
    int speaker(int rank) {
        int at = Collections.binarySearch(members, rank);
        return at < 0 ? -1 : speakers.get(at);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.util.List;

/**
 * A GOAL schedule.
 *
 * @param ranks the operations of each rank, by rank
 */
record GoalSchedule(List<GoalRank> ranks) {
    GoalSchedule {
        ranks = List.copyOf(ranks);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.List;
import org.etude.link.model.LinkedRank;

/**
 * What a rank's trace says of the job it is from.
 *
 * @param ranks recorded ranks
 * @param incomplete size of the job when some of its ranks are missing, else 0
 * @param clock whether the times of the ranks can be compared
 * @param machines names of the machines it was recorded on, in the order of their first ranks
 */
record RecordedJob(int ranks, int incomplete, boolean clock, List<String> machines) {
    /** Copies the list. */
    RecordedJob {
        machines = List.copyOf(machines);
    }

    /** The job of linked ranks. */
    static RecordedJob of(List<RankFacts> ranks, int incomplete, boolean clock) {
        List<String> machines = ranks.stream()
                .map(RankFacts::machine)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        return new RecordedJob(ranks.size(), incomplete, clock, machines);
    }

    /** The number of a rank's machine, or -1. */
    int machine(LinkedRank rank) {
        return machines.indexOf(RankFacts.machine(rank));
    }
}

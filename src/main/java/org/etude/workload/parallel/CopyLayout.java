// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.spec.Parallelism;
import org.etude.spec.WorkloadException;

/**
 * The arrangement of ranks that hold the same parameters if copies differ.
 *
 * @param instances groups of adjacent copies, each of which holds all shards; 1 when shards are spread over all copies
 * @param mirrored whether stage s and stage p - 1 - s hold the same parts of the model
 * @param expertGroups groups of adjacent expert ranks; 1 for none
 * @param ends number of stages with one of the two tables: 2, or 1 if one stage holds both
 */
record CopyLayout(int instances, boolean mirrored, int expertGroups, int ends) {
    /** Equal copies, and a table at each end. */
    static final CopyLayout PLAIN = new CopyLayout(1, false, 1, 2);

    /** Rejects non-positive values. */
    CopyLayout {
        if (instances < 1 || expertGroups < 1) {
            throw new WorkloadException(
                    instances + " instances of shards and " + expertGroups + " groups of experts", "Give 1 or more.");
        }
    }

    /** Rejects groups that do not divide the copies. */
    void check(Parallelism ranks) {
        boolean shared = ranks.dp() % instances == 0 && ranks.expertRanks() / instances % ranks.ep() == 0;
        if (instances > 1 && (mirrored || !shared)) {
            throw new WorkloadException(
                    instances + " instances of shards on " + ranks,
                    "They must divide dp, with a multiple of ep copies in each, and cannot be combined with dualpipe.");
        }
        if (ranks.ep() % expertGroups != 0) {
            throw new WorkloadException(
                    expertGroups + " groups of experts on " + ranks, "They must divide the ranks of experts, ep.");
        }
    }
}

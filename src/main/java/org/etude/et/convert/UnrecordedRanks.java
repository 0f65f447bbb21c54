// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.et.comm.CommUse;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/** Ranks of a job that were not recorded although recorded ranks communicate with them. */
final class UnrecordedRanks {
    /** A job without missing ranks. */
    static final int NONE = 0;

    private final int stated;
    private final List<RankFacts> ranks;
    private final Set<Integer> present = new HashSet<>();
    private int transfers;
    private long bytes;

    /**
     * Finds the unrecorded ranks of a job.
     *
     * @param stated its number of ranks according to the traces
     */
    UnrecordedRanks(int stated, List<RankFacts> ranks) {
        this.stated = stated;
        this.ranks = ranks;
        ranks.forEach(rank -> present.add(rank.rank()));
    }

    /**
     * The number of ranks of the job when some are missing, otherwise {@link #NONE}; a finding states what is missing.
     */
    int worldSize(List<Finding> findings) {
        int world = stated;
        for (RankFacts rank : ranks) {
            for (CommUse use : rank.uses()) {
                if (use.simulated() > 0 && lacks(use, stated)) {
                    world = Math.max(world, Math.max(use.groupSize(), highest(use) + 1));
                }
            }
        }
        for (RankFacts rank : ranks) {
            for (CommUse use : rank.uses()) {
                if (use.simulated() > 0 && lacks(use, world)) {
                    transfers += use.simulated();
                    bytes += use.bytes();
                }
            }
        }
        if (transfers == 0) {
            return NONE;
        }
        findings.add(new Finding(
                Level.WARNING,
                "convert",
                -1,
                "",
                world - present.size() + " of " + world + " ranks were not recorded",
                transfers + " collectives and messages of " + bytes + " bytes involve missing ranks",
                "simulate them as copies of the recorded ones (-n " + world + ", scaleTo(" + world
                        + ")), or add their files"));
        return world;
    }

    /** The highest participating rank, or -1 when unknown. */
    private static int highest(CommUse use) {
        return use.groupRanks().stream().mapToInt(rank -> rank).reduce(use.peer(), Math::max);
    }

    private boolean lacks(CommUse use, int world) {
        if (use.peer() >= 0) {
            return !present.contains(use.peer());
        }
        if (!use.groupRanks().isEmpty()) {
            return !present.containsAll(use.groupRanks());
        }
        return use.groupSize() > 0 ? use.groupSize() > present.size() : world > present.size();
    }
}

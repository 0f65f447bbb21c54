// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/** Ranks of a job that were not recorded although recorded ranks communicate with them. */
final class UnrecordedRanks {
    /** Denotes a job in which nobody is missing. */
    static final int NONE = 0;

    private final LinkedSet set;
    private final CommJudge judge;
    private final Set<Integer> present = new HashSet<>();
    private int transfers;
    private long bytes;

    UnrecordedRanks(LinkedSet set, CommJudge judge) {
        this.set = set;
        this.judge = judge;
        set.ranks().forEach(rank -> present.add(rank.trace().rank()));
    }

    /** The number of ranks of the job when some are missing, else {@link #NONE}; a finding says what is missed. */
    int worldSize(List<Finding> findings) {
        int world = set.traces().worldSize();
        for (LinkedRank rank : set.ranks()) {
            for (Collective c : rank.collectives()) {
                if (judge.canSimulate(c) && lacks(c, world)) {
                    transfers++;
                    bytes += Math.max(0, CommJudge.size(c));
                    world = Math.max(world, Math.max(c.groupSize(), highest(c) + 1));
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
                transfers + " collectives and messages of " + bytes + " bytes are with ranks that are not there",
                "simulate them as copies of the recorded ones (-n " + world + ", scaleTo(" + world
                        + ")), or add their files"));
        return world;
    }

    /** The highest rank that takes part, as far as it is known; -1 for nothing known. */
    private static int highest(Collective c) {
        return c.groupRanks().stream().mapToInt(rank -> rank).reduce(c.peer(), Math::max);
    }

    private boolean lacks(Collective c, int world) {
        if (c.peer() >= 0) {
            return !present.contains(c.peer());
        }
        if (!c.groupRanks().isEmpty()) {
            return !present.containsAll(c.groupRanks());
        }
        return c.groupSize() > 0 ? c.groupSize() > present.size() : world > present.size();
    }
}

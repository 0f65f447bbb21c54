// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.Workload;
import org.etude.et.graph.RankBuilder;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * A job of sixteen ranks in groups of four, of which single ranks lack a collective, call it with another size or type,
 * or in another order, name a group that does not list them, or send what nobody receives.
 */
final class FaultyJob {
    private static final int RANKS = 16;
    private static final int STEPS = 12;

    private FaultyJob() {}

    static Workload job() {
        Map<Integer, List<Integer>> groups = new HashMap<>();
        for (int group = 0; group < RANKS / 4; group++) {
            groups.put(group + 1, List.of(4 * group, 4 * group + 1, 4 * group + 2, 4 * group + 3));
        }
        return Workload.of(RANKS, FaultyJob::rank).groups(groups);
    }

    private static void rank(RankBuilder r) {
        int rank = r.rank();
        for (int step = 0; step < STEPS; step++) {
            r.compute("forward", Time.us(100));
            int group = rank == 13 && step == 5 ? 2 : 1 + rank / 4;
            boolean swapped = rank == 6 && step == 7;
            if (swapped) {
                gather(r, step, group);
            }
            if (!(rank == 3 && step == 4)) {
                long bytes = rank == 9 && step == 2 ? 512 : 1024L * (step + 1);
                r.collective("tensor", CollectiveType.ALL_REDUCE, new Bytes(bytes), group);
            }
            if (!swapped) {
                gather(r, step, group);
            }
            pipeline(r, step);
            CollectiveType type = rank == 1 && step == 8 ? CollectiveType.ALL_GATHER : CollectiveType.ALL_REDUCE;
            r.collective("gradients", type, new Bytes(4096));
        }
    }

    private static void gather(RankBuilder r, int step, int group) {
        r.collective("weights", CollectiveType.ALL_GATHER, new Bytes(100 + step), group);
    }

    private static void pipeline(RankBuilder r, int step) {
        int rank = r.rank();
        if (rank >= 4 && !(rank == 8 && step == 3)) {
            r.receive("activations", rank - 4, new Bytes(64), step);
        }
        if (rank < RANKS - 4) {
            r.send("activations", rank + 4, new Bytes(rank == 2 && step == 1 ? 32 : 64), step);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.RankBuilder;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.spec.WorkloadException;

/** The traces and groups of a job that is built in code. */
final class JobGraphs {
    private JobGraphs() {}

    /** One trace per rank; the same one for all if the builder never asks for its rank. */
    static List<EtGraph> of(int ranks, Consumer<RankBuilder> job) {
        List<EtGraph> graphs = new ArrayList<>();
        boolean same = false;
        for (int rank = 0; rank < ranks; rank++) {
            if (same) {
                graphs.add(graphs.get(0));
                continue;
            }
            RankBuilder builder = new RankBuilder(rank, ranks);
            Given.change(job, builder);
            graphs.add(builder.build());
            same = !builder.dependsOnRank();
        }
        return graphs;
    }

    /** Rejects a group without members, with one twice, or with one that is no rank of the job. */
    static void requireMembers(Integer group, List<Integer> members, int world) {
        boolean areRanks = members.stream().allMatch(rank -> rank >= 0 && rank < world);
        if (members.isEmpty() || !areRanks || Set.copyOf(members).size() < members.size()) {
            throw new WorkloadException(
                    "group " + group + " has the members " + members + ", but the workload has "
                            + Counted.of(world, "rank"),
                    "Give each group at least one rank of 0 to " + (world - 1) + ", each once.");
        }
    }
}

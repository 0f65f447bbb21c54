// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.etude.et.convert.HostTransfers;
import org.etude.et.convert.JobPlan;
import org.etude.et.convert.RankFacts;
import org.etude.link.match.MatchPlan;
import org.etude.link.match.OpenTransfers;
import org.etude.link.match.RankSequences;
import org.etude.store.StoredFile;

/**
 * What all ranks are told of their job, step by step.
 *
 * @param inputs the number of the input that each rank is, in the order of ranks
 * @param open messages without a peer, of each rank; told once, when there are some
 * @param machines the machine of each rank; told with the plan of matching
 * @param matching which collectives to compare
 * @param plan how to convert
 */
record JobView(
        SortedMap<Integer, Integer> inputs,
        List<OpenTransfers> open,
        Map<Integer, String> machines,
        Optional<MatchPlan> matching,
        Optional<JobPlan> plan) {
    private static final String KIND = "view";

    /** What pairing messages takes. */
    static JobView ofPeers(SortedMap<Integer, Integer> inputs, List<OpenTransfers> open) {
        return new JobView(inputs, open, Map.of(), Optional.empty(), Optional.empty());
    }

    /** What matching collectives takes. */
    static JobView ofMatching(
            SortedMap<Integer, Integer> inputs, List<RankFacts> facts, List<RankSequences> sequences) {
        return new JobView(
                inputs,
                List.of(),
                HostTransfers.machines(facts),
                Optional.of(MatchPlan.of(sequences)),
                Optional.empty());
    }

    /** What converting takes. */
    static JobView ofPlan(SortedMap<Integer, Integer> inputs, JobPlan plan) {
        return new JobView(inputs, List.of(), Map.of(), Optional.empty(), Optional.of(plan));
    }

    static JobView of(byte[] bytes) {
        return StoredFile.of(bytes, KIND, JobView.class);
    }

    byte[] bytes() {
        return StoredFile.bytes(KIND, this);
    }

    /** The place of a rank among the ranks. */
    int index(int rank) {
        return inputs.headMap(rank).size();
    }
}

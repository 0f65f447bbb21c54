// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.etude.et.convert.HostTransfers;
import org.etude.et.convert.JobPlan;
import org.etude.et.convert.RankFacts;
import org.etude.link.match.MatchPlan;
import org.etude.link.match.OpenGroups;
import org.etude.link.match.OpenTransfers;
import org.etude.link.match.RankSequences;
import org.etude.store.StoredFile;

/**
 * What every rank needs to know about its job, stage by stage.
 *
 * @param inputs for each rank, in order, the number of its input
 * @param open messages without a peer, of each rank; sent once, if there are any
 * @param groups collectives without a group, of each rank; sent with {@code open}
 * @param machines the machine of each rank; sent with the matching plan
 * @param matching which collectives to compare; without it, an exchange compares the sizes of messages
 * @param plan how to convert
 * @param staging where to write the execution traces, if not only here; sent with the plan
 */
record JobView(
        SortedMap<Integer, Integer> inputs,
        List<OpenTransfers> open,
        List<OpenGroups> groups,
        Map<Integer, String> machines,
        Optional<MatchPlan> matching,
        Optional<JobPlan> plan,
        Optional<Path> staging) {
    private static final String KIND = "view";

    /** The view for pairing messages and naming groups. */
    static JobView ofOpen(SortedMap<Integer, Integer> inputs, List<OpenTransfers> open, List<OpenGroups> groups) {
        return new JobView(inputs, open, groups, Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The view for comparing the sizes of messages. */
    static JobView ofSizes(SortedMap<Integer, Integer> inputs) {
        return new JobView(
                inputs, List.of(), List.of(), Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The view for matching collectives. */
    static JobView ofMatching(
            SortedMap<Integer, Integer> inputs, List<RankFacts> facts, List<RankSequences> sequences) {
        return new JobView(
                inputs,
                List.of(),
                List.of(),
                HostTransfers.machines(facts),
                Optional.of(MatchPlan.of(sequences)),
                Optional.empty(),
                Optional.empty());
    }

    /** The view for converting ranks. */
    static JobView ofPlan(SortedMap<Integer, Integer> inputs, JobPlan plan, Optional<Path> staging) {
        return new JobView(inputs, List.of(), List.of(), Map.of(), Optional.empty(), Optional.of(plan), staging);
    }

    static JobView of(byte[] bytes) {
        return StoredFile.of(bytes, KIND, JobView.class);
    }

    byte[] bytes() {
        return StoredFile.bytes(KIND, this);
    }

    /** The index of a rank among the ranks. */
    int index(int rank) {
        return inputs.headMap(rank).size();
    }
}

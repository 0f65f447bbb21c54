// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.spec.CollectiveType;

/**
 * All-gather and reduce-scatter among ranks on separate servers, in ceil(log2 n) rounds: NCCL's parallel aggregated
 * trees, with the distances of Bruck's algorithm (Bruck et al. 1997). In each round of an all-gather a rank sends what
 * it has to the rank at a distance that doubles from round to round; a reduce-scatter runs in reverse.
 */
final class PatFlows {
    private static final String TYPE = "PAT";

    private final SimAiGroup group;
    private final FlowList flows = new FlowList();
    private final List<List<Integer>> received = new ArrayList<>();

    private PatFlows(SimAiGroup group) {
        this.group = group;
        group.ranks().forEach(rank -> received.add(new ArrayList<>()));
    }

    /** The flows; empty if a rank's part would have no bytes. */
    static List<Flow> of(SimAiGroup group, CollectiveType collective, long bytes) {
        PatFlows made = new PatFlows(group);
        int ranks = group.ranks().size();
        long part = bytes / ranks;
        List<Integer> distances = new ArrayList<>();
        for (int distance = 1; distance < ranks; distance *= 2) {
            distances.add(collective == CollectiveType.ALL_GATHER ? distances.size() : 0, distance);
        }
        for (int round = 0; round < distances.size() && part > 0; round++) {
            int distance = distances.get(round);
            int step = collective == CollectiveType.ALL_GATHER ? distance : ranks - distance;
            made.round(round, distances.size(), step, Math.min(distance, ranks - distance) * part);
        }
        return made.flows.flows();
    }

    private void round(int round, int rounds, int step, long size) {
        int ranks = group.ranks().size();
        int[] sent = new int[ranks];
        for (int place = 0; place < ranks; place++) {
            int to = (place + step) % ranks;
            int from = (place + ranks - step) % ranks;
            sent[to] = flows.add(
                    0,
                    group.ranks().get(place),
                    group.ranks().get(to),
                    size,
                    List.of(group.ranks().get(from)),
                    List.copyOf(received.get(place)),
                    round,
                    rounds,
                    TYPE);
        }
        for (int place = 0; place < ranks; place++) {
            received.get(place).add(sent[place]);
        }
    }
}

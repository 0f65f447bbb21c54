// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.spec.CollectiveType;

/**
 * Flows around rings. In each round every rank sends the next one what it received in the previous round. With PXN the
 * last rank of a server passes its data to the server's first one, which sends it to the next server.
 */
final class RingFlows {
    private static final String RING = "RING";
    private static final String PXN = "PXN_INIT";

    private final SimAiGroup group;
    private final NcclRings rings;
    private final boolean allReduce;
    private final int rounds;
    private final boolean pxn;
    private final FlowList flows = new FlowList();

    RingFlows(SimAiGroup group, NcclRings rings, CollectiveType collective, boolean pxn) {
        this.group = group;
        this.rings = rings;
        this.pxn = pxn;
        allReduce = collective == CollectiveType.ALL_REDUCE;
        rounds = (allReduce ? 2 : 1) * (group.ranks().size() - 1);
    }

    List<Flow> flows(long bytes) {
        long size = bytes / group.ranks().size() / rings.size();
        for (int channel = 0; channel < rings.size() && size > 0; channel++) {
            Map<Integer, Integer> before = Map.of();
            for (int round = 0; round < rounds; round++) {
                before = round(channel, round, size, before);
            }
        }
        return flows.flows();
    }

    /** One round; returns for each rank the flow that brings the next one its data. */
    private Map<Integer, Integer> round(int channel, int round, long size, Map<Integer, Integer> before) {
        SortedMap<Integer, NcclRings.Hop> ring = rings.channels().get(channel);
        Map<Integer, Integer> sent = new HashMap<>();
        NcclRings.Hop current = ring.get(ring.firstKey());
        int entryBefore = ring.get(ring.lastKey()).entry();
        for (Map.Entry<Integer, NcclRings.Hop> place : ring.entrySet()) {
            int rank = place.getKey();
            NcclRings.Hop hop = place.getValue();
            if (current.entry() != hop.entry() && current.exit() != hop.exit()) {
                entryBefore = current.entry();
                current = hop;
            }
            List<Integer> parents = round == 0 ? List.of() : List.of(before.get(hop.previous()));
            boolean alone = hop.entry() == hop.exit();
            if (pxn && !alone && hop.exit() == rank) {
                int inside = flows.add(
                        channel, rank, hop.entry(), size, List.of(hop.previous()), parents, round, rounds, RING);
                String type = allReduce || round == 0 ? PXN : RING;
                sent.put(
                        rank,
                        flows.add(
                                channel,
                                hop.entry(),
                                hop.next(),
                                size,
                                List.of(rank),
                                List.of(inside),
                                round,
                                rounds,
                                type));
            } else {
                int awaited = pxn && !alone && hop.entry() == rank ? entryBefore : hop.previous();
                sent.put(
                        rank,
                        flows.add(channel, rank, hop.next(), size, List.of(awaited), parents, round, rounds, RING));
            }
        }
        return sent;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.et.graph.EtNode;
import org.etude.repair.across.CallSource;
import org.etude.repair.across.Calls;
import org.etude.store.StoredFile;

/**
 * Brings nodes to the ranks that copy them.
 *
 * @param count number of ranks
 */
record CopyExchange(int count) implements RepairExchange {
    private static final String KIND = "copies";

    /** Nodes on their way. */
    private record Sent(List<CopiedCall> calls) {
        byte[] bytes() {
            return StoredFile.bytes(KIND, this);
        }

        static List<CopiedCall> of(byte[] bytes) {
            return StoredFile.of(bytes, KIND, Sent.class).calls;
        }
    }

    @Override
    public Map<String, byte[]> parcels(RepairingRank rank) {
        List<CopiedCall> copies = rank.pending().copies();
        return copies.isEmpty() ? Map.of() : Map.of(Integer.toString(rank.rank()), new Sent(copies).bytes());
    }

    /** Passes nodes on; by rank, those that it copies. */
    Map<Integer, byte[]> pass(SortedMap<Integer, byte[]> parcels) {
        Map<Integer, List<CopiedCall>> byRank = new TreeMap<>();
        for (byte[] parcel : parcels.values()) {
            for (CopiedCall call : Sent.of(parcel)) {
                for (int rank : call.ranks()) {
                    byRank.computeIfAbsent(rank, key -> new ArrayList<>())
                            .add(new CopiedCall(call.source(), call.node(), List.of()));
                }
            }
        }
        Map<Integer, byte[]> replies = new TreeMap<>();
        byRank.forEach((rank, calls) -> replies.put(rank, new Sent(calls).bytes()));
        return replies;
    }

    @Override
    public RepairingRank received(RepairingRank rank, SortedMap<String, byte[]> replies) {
        if (rank.pending().plans().isEmpty()) {
            return rank;
        }
        Map<CallSource, EtNode> nodes = new HashMap<>();
        replies.values().forEach(bytes -> Sent.of(bytes).forEach(call -> nodes.put(call.source(), call.content())));
        return rank.pending().apply(rank, Calls.of(rank.graph()), nodes::get);
    }
}

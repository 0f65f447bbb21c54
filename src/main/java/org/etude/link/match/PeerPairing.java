// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.RankLog;
import org.etude.report.Counted;
import org.etude.spec.CollectiveType;

/**
 * Infers the peer of sends and receives that do not name it: in a group of two, the other rank; otherwise the only
 * rank with unpaired transfers of the opposite direction and the same size, if they are equally many. Counts alone do
 * not suffice: the first and the last stage of a pipeline send and receive equally many activations and gradients.
 */
public final class PeerPairing {
    private final List<OpenTransfers> ranks;
    private final Map<Question, Integer> known = new HashMap<>();

    /** Pairs among these ranks. Not thread-safe. */
    public PeerPairing(List<OpenTransfers> ranks) {
        this.ranks = ranks;
    }

    /** What determines a transfer's peer. */
    private record Question(
            int rank, CollectiveType type, long bytes, String groupName, List<Integer> groupRanks, int groupSize) {}

    /** Fills in the peers, then the sizes, that the other side of a message knows. Logs are in rank order. */
    public static List<LinkedRank> complete(List<LinkedRank> ranks, List<RankLog> logs) {
        PeerPairing pairing =
                new PeerPairing(ranks.stream().map(OpenTransfers::of).toList());
        List<LinkedRank> completed = new ArrayList<>();
        for (int r = 0; r < ranks.size(); r++) {
            completed.add(pairing.complete((LinkedGraph) ranks.get(r), logs.get(r)));
        }
        return MessageSizes.complete(completed, logs);
    }

    /**
     * A rank's graph with the peers that follow from the other ranks.
     *
     * @param log receives the numbers of inferred and of still unknown peers
     */
    public LinkedGraph complete(LinkedGraph rank, RankLog log) {
        int found = 0;
        int open = 0;
        List<Collective> collectives = new ArrayList<>(rank.collectives());
        for (int k = 0; k < collectives.size(); k++) {
            if (OpenTransfers.isOpen(collectives.get(k))) {
                int peer = peer(rank, collectives.get(k));
                found += peer >= 0 ? 1 : 0;
                open += peer >= 0 ? 0 : 1;
                collectives.set(k, withPeer(collectives.get(k), peer));
            }
        }
        if (found > 0) {
            log.info(
                    "",
                    Counted.of(found, "peer of a send or receive was", "peers of sends and receives were")
                            + " inferred from other ranks",
                    "not named in the trace",
                    "the only rank that matches");
        }
        if (open > 0) {
            log.warn(
                    "",
                    Counted.of(open, "send or receive has", "sends and receives have") + " no peer",
                    "the trace does not name it, and several ranks or none match",
                    "peer is -1");
        }
        return found > 0 ? rank.withCollectives(collectives) : rank;
    }

    private static Collective withPeer(Collective c, int peer) {
        String notes = c.notes().isEmpty() ? "peer inferred" : c.notes() + "; peer inferred";
        return new Collective(
                c.node(),
                c.sequence(),
                c.type(),
                c.inBytes(),
                c.outBytes(),
                c.sentBytes(),
                c.dtype(),
                c.groupName(),
                c.groupRanks(),
                c.groupSize(),
                peer,
                c.tag(),
                c.root(),
                c.evidence(),
                peer < 0 ? c.notes() : notes);
    }

    private int peer(LinkedRank rank, Collective transfer) {
        Question question = new Question(
                rank.trace().rank(),
                transfer.type(),
                Math.max(transfer.inBytes(), transfer.outBytes()),
                transfer.groupName(),
                transfer.groupRanks(),
                transfer.groupSize());
        return known.computeIfAbsent(question, q -> find(q.rank, transfer));
    }

    private int find(int own, Collective transfer) {
        Set<Integer> members = new HashSet<>(transfer.groupRanks());
        if (members.isEmpty()) {
            ranks.forEach(r -> members.add(r.rank()));
        }
        members.remove(own);
        if (members.size() == 1 && transfer.groupSize() <= 2) {
            return members.iterator().next();
        }
        CollectiveType wanted = transfer.type() == CollectiveType.SEND ? CollectiveType.RECV : CollectiveType.SEND;
        int ours = ranks.stream()
                .filter(r -> r.rank() == own)
                .mapToInt(r -> r.count(transfer, transfer.type()))
                .sum();
        List<OpenTransfers> others = ranks.stream()
                .filter(other -> members.contains(other.rank()) && other.count(transfer, wanted) > 0)
                .toList();
        boolean fits = others.size() == 1 && others.get(0).count(transfer, wanted) == ours;
        return fits ? others.get(0).rank() : -1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.RankLog;
import org.etude.spec.CollectiveType;

/**
 * Finds the other side of sends and receives that do not name it: in a group of two it is the other one; else the one rank that
 * has as many open transfers of the other direction and the same size.
 */
public final class PeerPairing {
    private final List<LinkedRank> ranks;

    private PeerPairing(List<LinkedRank> ranks) {
        this.ranks = ranks;
    }

    /**
     * The ranks with the peers and sizes filled in that the other side of a message knows. Logs are in the order of
     * ranks.
     */
    public static List<LinkedRank> complete(List<LinkedRank> ranks, List<RankLog> logs) {
        PeerPairing pairing = new PeerPairing(ranks);
        List<LinkedRank> completed = new ArrayList<>();
        for (int r = 0; r < ranks.size(); r++) {
            completed.add(pairing.complete((LinkedGraph) ranks.get(r), logs.get(r)));
        }
        return completed;
    }

    /** The collectives of one of the ranks with their peers filled in, as {@link #complete} does. */
    public static List<Collective> collectives(List<LinkedRank> ranks, int index) {
        PeerPairing pairing = new PeerPairing(ranks);
        LinkedRank rank = ranks.get(index);
        return rank.collectives().stream()
                .map(c -> isOpen(c) ? withPeer(c, pairing.peer(rank, c)) : c)
                .toList();
    }

    private static boolean isOpen(Collective transfer) {
        return CollectiveMatcher.isMessage(transfer) && transfer.peer() < 0;
    }

    private LinkedRank complete(LinkedGraph rank, RankLog log) {
        int found = 0;
        int open = 0;
        List<Collective> collectives = new ArrayList<>(rank.collectives());
        for (int k = 0; k < collectives.size(); k++) {
            if (isOpen(collectives.get(k))) {
                int peer = peer(rank, collectives.get(k));
                found += peer >= 0 ? 1 : 0;
                open += peer >= 0 ? 0 : 1;
                collectives.set(k, withPeer(collectives.get(k), peer));
            }
        }
        if (found > 0) {
            log.info(
                    "",
                    found + " sends and receives got their peer from the other ranks",
                    "the trace does not name it",
                    "the only rank that fits");
        }
        if (open > 0) {
            log.warn(
                    "",
                    open + " sends and receives have no peer",
                    "the trace does not name it and several or no ranks fit",
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
        TreeSet<Integer> members = new TreeSet<>(transfer.groupRanks());
        if (members.isEmpty()) {
            ranks.forEach(r -> members.add(r.trace().rank()));
        }
        int own = rank.trace().rank();
        members.remove(own);
        if (members.size() == 1 && transfer.groupSize() <= 2) {
            return members.first();
        }
        CollectiveType wanted = transfer.type() == CollectiveType.SEND ? CollectiveType.RECV : CollectiveType.SEND;
        long ours = count(rank, transfer, transfer.type());
        int only = -1;
        for (LinkedRank other : ranks) {
            if (members.contains(other.trace().rank()) && count(other, transfer, wanted) == ours) {
                if (only >= 0) {
                    return -1;
                }
                only = other.trace().rank();
            }
        }
        return only;
    }

    private static long count(LinkedRank rank, Collective like, CollectiveType type) {
        return rank.collectives().stream()
                .filter(c -> isOpen(c)
                        && c.type() == type
                        && bytes(c) == bytes(like)
                        && c.groupName().equals(like.groupName()))
                .count();
    }

    private static long bytes(Collective transfer) {
        return Math.max(transfer.inBytes(), transfer.outBytes());
    }
}

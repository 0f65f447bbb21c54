// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.EtTemplate.Slot;

/**
 * The messages of one template's ranks by peer slot: the number of messages of each tag and size. Equal sides of two
 * outlines have equal numbers.
 */
final class TransferOutline {
    private final List<Slot> peers;
    /** By peer, the number of the list of messages to or from it. */
    private final int[] messages;

    private TransferOutline(List<Slot> peers, int[] messages) {
        this.peers = peers;
        this.messages = messages;
    }

    /** Numbers for distinct lists of messages. */
    static final class Numbers {
        private final Map<List<Long>, Integer> known = new HashMap<>();

        private int of(TreeMap<Kind, Long> counts) {
            Long[] flat = new Long[3 * counts.size()];
            int at = 0;
            for (Map.Entry<Kind, Long> entry : counts.entrySet()) {
                flat[at++] = entry.getKey().tag;
                flat[at++] = entry.getKey().size;
                flat[at++] = entry.getValue();
            }
            return known.computeIfAbsent(Arrays.asList(flat), key -> known.size());
        }
    }

    private record Kind(long tag, long size) implements Comparable<Kind> {
        @Override
        public int compareTo(Kind other) {
            int order = Long.compare(tag, other.tag);
            return order != 0 ? order : Long.compare(size, other.size);
        }
    }

    /**
     * The outline of a rank's messages and of all ranks of its template; null when messages lack a peer, a tag or a size, or
     * when two slots name the same peer.
     */
    static TransferOutline of(EtGraph graph, Numbers numbers) {
        Map<Integer, TreeMap<Kind, Long>> sides = new HashMap<>();
        for (int node = 0; node < graph.size(); node++) {
            if (graph.type(node).isMessage()) {
                Message message = Message.of(graph, 0, node);
                if (message.peer() < 0 || message.tag() < 0 || message.size() < 0) {
                    return null;
                }
                sides.computeIfAbsent(side(message.send(), message.peer()), key -> new TreeMap<>())
                        .merge(new Kind(message.tag(), message.size()), 1L, Long::sum);
            }
        }
        List<Slot> peers = graph.template().slots().stream()
                .filter(TransferOutline::namesPeer)
                .toList();
        TransferOutline outline = new TransferOutline(peers, new int[peers.size()]);
        int[] ranks = outline.peers(graph);
        if (ranks == null) {
            return null;
        }
        for (int i = 0; i < ranks.length; i++) {
            outline.messages[i] = numbers.of(sides.get(side(outline.sends(i), ranks[i])));
        }
        return outline;
    }

    private static int side(boolean send, int peer) {
        return send ? peer : ~peer;
    }

    private static boolean namesPeer(Slot slot) {
        return slot.type() == EtNodeType.COMM_SEND && slot.attribute().equals(EtNames.COMM_DST)
                || slot.type() == EtNodeType.COMM_RECV && slot.attribute().equals(EtNames.COMM_SRC);
    }

    int count() {
        return peers.size();
    }

    boolean sends(int peer) {
        return peers.get(peer).type() == EtNodeType.COMM_SEND;
    }

    int messages(int peer) {
        return messages[peer];
    }

    /** The peers in one trace of the template; null when one is not a rank or two are equal. */
    int[] peers(EtGraph graph) {
        int[] ranks = new int[peers.size()];
        Set<Integer> known = new HashSet<>();
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = Message.of(graph, 0, peers.get(i).node()).peer();
            if (ranks[i] < 0 || !known.add(side(sends(i), ranks[i]))) {
                return null;
            }
        }
        return ranks;
    }
}

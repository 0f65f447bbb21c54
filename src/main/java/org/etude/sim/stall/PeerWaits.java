// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.engine.Engine;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.Transport;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;

/**
 * Sends and receives that wait for a counterpart that exists but was never issued: a receive for its send and, under
 * the rendezvous protocol, a send for its receive. A cycle of such waits is a deadlock although every transfer is
 * complete.
 */
final class PeerWaits {
    private final Engine engine;
    private final Map<Integer, List<PeerWait>> byRank = new HashMap<>();

    PeerWaits(Engine engine, List<OpenReceive> receives) {
        this.engine = engine;
        for (OpenReceive receive : receives) {
            PeerWait wait = of(receive);
            if (wait != null) {
                byRank.computeIfAbsent(wait.rank(), rank -> new ArrayList<>()).add(wait);
            }
        }
    }

    /**
     * What an open receive waits for; null when it is not a send or receive of a node, or its counterpart is missing.
     */
    PeerWait of(OpenReceive receive) {
        boolean asks = EventTag.kind(receive.token()) == EventTag.RENDEZVOUS_SEND;
        long token = asks ? engine.transport.heldFor(EventTag.b(receive.token())) : receive.token();
        if (EventTag.kind(token) != EventTag.NODE) {
            return null;
        }
        int node = EventTag.b(token);
        EtNodeType wanted = asks ? EtNodeType.COMM_RECV : EtNodeType.COMM_SEND;
        RankProgram own = engine.ranks[receive.dst()].program;
        long tag = tag(own, node);
        IntArrayList others = unissued(receive.src(), wanted, receive.dst(), own.commSize[node], tag);
        return others.isEmpty() ? null : new PeerWait(receive.dst(), node, receive.src(), others.getInt(0));
    }

    /** The tag under which a transfer is sent. */
    private static long tag(RankProgram program, int node) {
        return program.attribute(node, EtNames.COMM_TAG, 0) % Transport.TAG_RANGE;
    }

    /** The receives of a message's kind that its receiver has but never issued. */
    IntArrayList receives(OpenMessage message) {
        return unissued(message.dst(), EtNodeType.COMM_RECV, message.src(), message.bytes(), message.tag());
    }

    /** Transfers with a rank that were never issued. */
    private IntArrayList unissued(int rank, EtNodeType type, int with, long size, long tag) {
        RankProgram program = engine.ranks[rank].program;
        String peer = type == EtNodeType.COMM_SEND ? EtNames.COMM_DST : EtNames.COMM_SRC;
        IntArrayList found = new IntArrayList();
        for (int n = 0; n < program.size; n++) {
            if (program.type[n] == type
                    && engine.ranks[rank].issued[n] == RankWorkload.NEVER
                    && program.attribute(n, peer, -1) == with
                    && program.commSize[n] == size
                    && tag(program, n) == tag) {
                found.add(n);
            }
        }
        return found;
    }

    /** A cycle of ranks that wait for each other, in order; empty when there is none. */
    List<PeerWait> cycle() {
        Set<Integer> done = new HashSet<>();
        for (int rank : byRank.keySet().stream().sorted().toList()) {
            List<PeerWait> found = from(rank, done);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    /** Depth-first search without recursion; each rank is left once. */
    private List<PeerWait> from(int start, Set<Integer> done) {
        List<PeerWait> path = new ArrayList<>();
        List<Integer> ranks = new ArrayList<>(List.of(start));
        Map<Integer, Integer> taken = new HashMap<>();
        while (!ranks.isEmpty()) {
            int rank = ranks.get(ranks.size() - 1);
            List<PeerWait> waits = byRank.getOrDefault(rank, List.of());
            int next = taken.merge(rank, 1, Integer::sum) - 1;
            if (done.contains(rank) || next >= waits.size()) {
                done.add(rank);
                ranks.remove(ranks.size() - 1);
                if (!path.isEmpty()) {
                    path.remove(path.size() - 1);
                }
                continue;
            }
            PeerWait wait = waits.get(next);
            path.add(wait);
            int at = ranks.indexOf(wait.peer());
            if (at >= 0) {
                return path.subList(at, path.size());
            }
            ranks.add(wait.peer());
        }
        return List.of();
    }

    /** Whether it is a waiting send, which only the rendezvous protocol allows. */
    boolean isSend(PeerWait wait) {
        return engine.ranks[wait.rank()].program.type[wait.node()] == EtNodeType.COMM_SEND;
    }

    String describe(int rank, int node) {
        return engine.ranks[rank].program.describe(node);
    }
}

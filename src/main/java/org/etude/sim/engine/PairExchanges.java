// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.network.queue.Messages;
import org.etude.sim.event.EventTag;
import org.etude.sim.program.Groups;
import org.etude.sim.program.RankGroup;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;

/**
 * All-gathers and all-to-alls between two ranks over gloo, as gloo performs them. A rank notifies the other that it is
 * ready to receive, and sends once it has been notified itself. One connection carries both, so a late rank sends its
 * data ahead of its own notification, and the two directions follow each other. Only ranks that start together use both
 * directions at once. An all-gather sends two halves, each ahead of the notification for the other's, so that the early
 * rank's first half overlaps the late one's second. This requires that a link keeps the order of messages, so it
 * applies to the aware network only.
 */
final class PairExchanges {
    private static final int RANKS = 2;
    private static final int TAG = 2_000_000_000;
    private static final int TAGS = 70_000_000;
    /** Size of a notification, which is one header. */
    private static final long NOTE_BYTES = 64;
    /** Messages of an all-gather in each direction. */
    private static final int HALVES = 2;
    /**
     * Messages are numbered by the receiving side, plus this for a notification, plus twice this for the second half.
     */
    private static final int NOTE = 2;

    private static final int SECOND = 2 * NOTE;

    private final Engine engine;
    private final Groups groups;
    private final CallNumbers calls;
    private final Map<CallNumbers.Call, Integer> open = new HashMap<>();
    private final List<Exchange> exchanges = new ArrayList<>();

    /** One exchange: the progress of both sides. */
    private static final class Exchange {
        private final int[] rank = {-1, -1};
        private final int[] node = new int[RANKS];
        private final boolean[][] told = new boolean[RANKS][HALVES];
        private final int[] sent = new int[RANKS];
        private final int[] received = new int[RANKS];
        private int[] members;
        private int parts = 1;
        /** Bytes that each side sends. */
        private final long[] bytes = new long[RANKS];

        private int through;
    }

    PairExchanges(Engine engine, Groups groups) {
        this.engine = engine;
        this.groups = groups;
        calls = new CallNumbers(engine.scenario.ranks().size());
    }

    /** Whether a collective is performed this way. */
    boolean carries(RankWorkload rank, int node, CollectiveType type) {
        RankProgram program = rank.program;
        boolean exchange = type == CollectiveType.ALL_GATHER || type == CollectiveType.ALL_TO_ALL;
        return exchange
                && engine.reduction == null
                && engine.scenario.options().fidelity() == Fidelity.AWARE
                && program.backend(node).equals("gloo")
                && members(groups.of(rank, node)).length == RANKS;
    }

    private int[] members(RankGroup group) {
        if (group.members() != null) {
            return group.sorted();
        }
        return engine.ranks.length == RANKS ? new int[] {0, 1} : new int[0];
    }

    /** A rank reaches an exchange that is {@linkplain #carries performed} this way. */
    void reach(RankWorkload rank, int node, CollectiveType type, long bytes) {
        RankGroup group = groups.of(rank, node);
        CallNumbers.Call call = calls.next(group, rank.rank, type.ordinal());
        Integer first = open.remove(call);
        int index = first == null ? exchanges.size() : first;
        if (first == null) {
            exchanges.add(new Exchange());
            open.put(call, index);
        }
        Exchange e = exchanges.get(index);
        e.members = members(group);
        int side = e.members[0] == rank.rank ? 0 : 1;
        size(e, rank, node, type, bytes);
        e.rank[side] = rank.rank;
        e.node[side] = node;
        e.parts = type == CollectiveType.ALL_GATHER ? HALVES : 1;
        for (int part = 0; part < e.parts; part++) {
            if (e.told[side][part]) {
                send(index, side, part);
            }
            int what = NOTE + 1 - side + part * SECOND;
            message(tag(index) + 1, e.members[side], e.members[1 - side], NOTE_BYTES, index, what);
        }
    }

    /** The size of an all-gather is one rank's contribution; that of an all-to-all is its whole buffer. */
    private void size(Exchange e, RankWorkload rank, int node, CollectiveType type, long bytes) {
        UnevenAllToAlls.Parts parts = engine.parts(rank, node);
        for (int side = 0; side < RANKS; side++) {
            long sent = parts != null
                    ? Math.max(NOTE_BYTES, parts.sent(e.members[side], e.members[1 - side]))
                    : type == CollectiveType.ALL_GATHER ? bytes : bytes / RANKS;
            e.bytes[side] = Math.max(e.bytes[side], sent);
        }
    }

    private static int tag(int index) {
        return TAG + 2 * (index % TAGS);
    }

    private void message(int tag, int from, int to, long bytes, int index, int what) {
        int channel = engine.messages.channel(tag, from, to, bytes);
        engine.messages.receive(channel, EventTag.of(EventTag.EXCHANGE, index, what));
        engine.messages.send(channel, Messages.NOBODY);
    }

    private void send(int index, int side, int part) {
        Exchange e = exchanges.get(index);
        e.sent[side]++;
        long half = e.bytes[side] / HALVES;
        long bytes = e.parts == 1 ? e.bytes[side] : part == 0 ? half : e.bytes[side] - half;
        message(tag(index), e.members[side], e.members[1 - side], bytes, index, 1 - side + part * SECOND);
    }

    /** A message of an exchange has arrived: data or notification for one of its sides. */
    void arrived(int index, int what) {
        Exchange e = exchanges.get(index);
        int side = what % NOTE;
        int part = what / SECOND;
        if (what % SECOND < NOTE) {
            e.received[side]++;
        } else {
            e.told[side][part] = true;
            if (e.rank[side] >= 0) {
                send(index, side, part);
            }
        }
        if (e.received[side] == e.parts && e.sent[side] == e.parts) {
            end(index, side);
        }
    }

    /** A side has received everything, and its own data is in flight. */
    private void end(int index, int side) {
        Exchange e = exchanges.get(index);
        if (++e.through == RANKS) {
            exchanges.set(index, null);
        }
        engine.complete(engine.ranks[e.rank[side]], e.node[side]);
    }

    /** Exchanges that one rank has reached and the other has not, for diagnosing a stall. */
    List<String> waiting() {
        List<String> rows = new ArrayList<>();
        open.forEach((call, index) -> {
            Exchange e = exchanges.get(index);
            rows.add(CollectiveType.values()[(int) call.kind().type()].name().toLowerCase(Locale.ROOT) + " "
                    + call.number() + " of ranks " + e.members[0] + " and " + e.members[1] + ": reached by rank "
                    + Math.max(e.rank[0], e.rank[1]) + " only");
        });
        rows.sort(null);
        return rows;
    }
}

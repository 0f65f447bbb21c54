// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.network.queue.Messages;
import org.etude.sim.event.EventTag;
import org.etude.sim.program.Groups;
import org.etude.sim.program.RankGroup;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.CollectiveType;

/**
 * Broadcasts over gloo, as gloo performs them: from the root along a binomial tree (broadcast.cc). Each rank sends to
 * its children once it has the data and they have requested it. A rank is done when it has received and passed on the
 * data.
 */
final class TreeBroadcasts {
    private static final int TAG = 1_800_000_000;
    private static final int TAGS = 100_000_000;

    private final Engine engine;
    private final Groups groups;
    private final CallNumbers calls;
    private final Map<CallNumbers.Call, Integer> numbers = new HashMap<>();
    /** The broadcasts under way by number. */
    private final Map<Integer, Broadcast> broadcasts = new HashMap<>();

    private int started;

    /** One broadcast; positions are relative to the root. */
    private static final class Broadcast {
        private final CallNumbers.Call call;
        private final int[] rank;
        private final Map<Integer, Integer> placeOf = new HashMap<>();
        private final int[] node;
        /** Whether each position has the data, and whether the message that brings it was sent. */
        private final boolean[] has;

        private final boolean[] sent;
        private final boolean[] through;
        private int finished;
        private long bytes;

        Broadcast(CallNumbers.Call call, int[] members, int root) {
            int size = members.length;
            this.call = call;
            rank = IntStream.range(0, size)
                    .map(place -> members[(place + root) % size])
                    .toArray();
            for (int place = 0; place < size; place++) {
                placeOf.put(rank[place], place);
            }
            node = new int[size];
            Arrays.fill(node, -1);
            has = new boolean[size];
            sent = new boolean[size];
            through = new boolean[size];
        }
    }

    TreeBroadcasts(Engine engine, Groups groups) {
        this.engine = engine;
        this.groups = groups;
        calls = new CallNumbers(engine.scenario.ranks().size());
    }

    /** Whether a collective is performed this way. */
    boolean carries(RankWorkload rank, int node, CollectiveType type) {
        return type == CollectiveType.BROADCAST
                && engine.reduction == null
                && rank.program.backend(node).equals("gloo")
                && members(rank, node).length > 1;
    }

    /** The ranks of a node's group in the group's own order, in which the root is named. */
    private int[] members(RankWorkload rank, int node) {
        RankGroup group = groups.of(rank, node);
        return group.members() == null ? IntStream.range(0, engine.ranks.length).toArray() : group.members();
    }

    /** A rank reaches a broadcast that is {@linkplain #carries performed} this way. */
    void reach(RankWorkload rank, int node, long bytes) {
        int[] members = members(rank, node);
        CallNumbers.Call call = calls.next(groups.of(rank, node), rank.rank, CollectiveType.BROADCAST.ordinal());
        int root = (int) Math.floorMod(root(rank.program, node), (long) members.length);
        int index = numbers.computeIfAbsent(call, key -> {
            broadcasts.put(started, new Broadcast(call, members, root));
            return started++;
        });
        Broadcast b = broadcasts.get(index);
        int place = b.placeOf.get(rank.rank);
        b.node[place] = node;
        b.bytes = Math.max(b.bytes, bytes);
        b.has[place] |= place == 0;
        send(index, place);
        handOn(index, place);
    }

    private static long root(RankProgram program, int node) {
        return program.attribute(node, "comm_root", 0);
    }

    /** The data has arrived at a position. */
    void arrived(int index, int place) {
        broadcasts.get(index).has[place] = true;
        finish(index, before(place));
        handOn(index, place);
    }

    private void handOn(int index, int place) {
        Broadcast b = broadcasts.get(index);
        for (int next = first(place); next < b.rank.length; next = behind(place, next)) {
            send(index, next);
        }
        finish(index, place);
    }

    /** Sends to a position once it has requested the data and its parent has it. */
    private void send(int index, int place) {
        Broadcast b = broadcasts.get(index);
        if (place > 0 && b.node[place] >= 0 && b.has[before(place)] && !b.sent[place]) {
            b.sent[place] = true;
            int tag = TAG + index % TAGS;
            int channel = engine.messages.channel(tag, b.rank[before(place)], b.rank[place], b.bytes);
            engine.messages.receive(channel, EventTag.of(EventTag.BROADCAST, index, place));
            engine.messages.send(channel, Messages.NOBODY);
        }
    }

    private void finish(int index, int place) {
        Broadcast b = broadcasts.get(index);
        boolean done = b.node[place] >= 0 && b.has[place] && !b.through[place];
        for (int next = first(place); next < b.rank.length; next = behind(place, next)) {
            done &= b.has[next];
        }
        if (done) {
            b.through[place] = true;
            if (++b.finished == b.rank.length) {
                numbers.remove(b.call);
                broadcasts.remove(index);
            }
            engine.complete(engine.ranks[b.rank[place]], b.node[place]);
        }
    }

    /** The position that sends to this one: it without its highest bit. */
    private static int before(int place) {
        return place - Integer.highestOneBit(place);
    }

    /** The first position that this one sends to: its lowest bit above its own. */
    private static int first(int place) {
        return place + (place == 0 ? 1 : Integer.highestOneBit(place) << 1);
    }

    /** The next position that this one sends to after another one, at twice the distance. */
    private static int behind(int place, int next) {
        return place + 2 * (next - place);
    }

    /** Broadcasts that some ranks have reached and others have not, for diagnosing a stall. */
    List<String> waiting() {
        List<String> rows = new ArrayList<>();
        for (Broadcast b : broadcasts.values()) {
            int[] reached = IntStream.range(0, b.rank.length)
                    .filter(place -> b.node[place] >= 0)
                    .map(place -> b.rank[place])
                    .sorted()
                    .toArray();
            if (reached.length < b.rank.length) {
                rows.add("broadcast " + b.call.number() + " of ranks " + Arrays.toString(b.rank) + ": reached by rank "
                        + Arrays.toString(reached) + " only");
            }
        }
        rows.sort(null);
        return rows;
    }
}

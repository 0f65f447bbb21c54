// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.etude.sim.event.EventTag;
import org.etude.sim.program.Groups;
import org.etude.sim.program.NodeValues;
import org.etude.sim.program.RankGroup;
import org.etude.sim.program.RankWorkload;

/**
 * Host work that goes on more slowly while a backend on the host carries collectives for its rank. A rank's host does one thing
 * at a time; whenever its pace changes, the rest of that is planned anew. Constant cost per change.
 */
final class HostPace {
    private static final int NOTHING = -1;

    private final Engine engine;
    private final Groups groups;
    private final Map<Kind, int[]> reached = new HashMap<>();
    private final Map<Call, Meeting> meetings = new HashMap<>();
    private final Map<Long, Meeting> inMeeting = new HashMap<>();
    private final int[] collectives;
    private final int[] node;
    private final double[] leftNs;
    private final long[] since;
    private final long[] planned;

    private record Kind(int group, long type) {}

    private record Call(Kind kind, int number) {}

    /** Ranks that have reached a collective. */
    private static final class Meeting {
        private final IntArrayList ranks = new IntArrayList();
        private boolean complete;
    }

    HostPace(Engine engine, Groups groups, int ranks) {
        this.engine = engine;
        this.groups = groups;
        this.collectives = new int[ranks];
        this.node = new int[ranks];
        this.leftNs = new double[ranks];
        this.since = new long[ranks];
        this.planned = new long[ranks];
        Arrays.fill(node, NOTHING);
    }

    /** A rank's host begins a node that collectives slow. */
    void begin(RankWorkload rank, int which) {
        // Refuses a duration that makes no sense.
        NodeValues.duration(rank, which);
        node[rank.rank] = which;
        leftNs[rank.rank] = Math.max(1, rank.program.aloneNs(which));
        since[rank.rank] = engine.queue.now();
        plan(rank.rank);
    }

    /** A rank reaches a collective of its host backend; it is under way when all of its ranks have. */
    void collectiveReached(RankWorkload rank, int which) {
        RankGroup group = groups.of(rank, which);
        // Where one rank represents all, all reach it at the same time.
        int all = group.members() == null ? node.length : group.members().length;
        int size = engine.reduction == null ? all : 1;
        int id = group.whole() ? RankGroup.WORLD.id() : group.id();
        Kind kind = new Kind(id, rank.program.commType[which]);
        int number = reached.computeIfAbsent(kind, k -> new int[node.length])[rank.rank]++;
        Meeting meeting = meetings.computeIfAbsent(new Call(kind, number), call -> new Meeting());
        inMeeting.put((long) rank.rank << 32 | which, meeting);
        meeting.ranks.add(rank.rank);
        if (meeting.ranks.size() == size) {
            meeting.complete = true;
            meetings.remove(new Call(kind, number));
            meeting.ranks.forEach((int member) -> changed(member, 1));
        }
    }

    /** A collective of a rank's host backend is through. */
    void collectiveEnds(int rank, int which) {
        Meeting meeting = inMeeting.remove((long) rank << 32 | which);
        if (meeting != null && meeting.complete) {
            changed(rank, -1);
        } else if (meeting != null) {
            meeting.ranks.rem(rank);
        }
    }

    private double pace(int rank) {
        boolean slowed = collectives[rank] > 0 && node[rank] != NOTHING;
        return slowed ? engine.ranks[rank].program.pace(node[rank]) : 1;
    }

    private void changed(int rank, int more) {
        double before = pace(rank);
        collectives[rank] += more;
        if (node[rank] != NOTHING && before != pace(rank)) {
            leftNs[rank] -= (engine.queue.now() - since[rank]) * before;
            since[rank] = engine.queue.now();
            plan(rank);
        }
    }

    private void plan(int rank) {
        long ns = Math.max(0, Math.round(leftNs[rank] / pace(rank)));
        engine.events.plan(rank, ns, EventTag.of(EventTag.PACED, rank, node[rank]), ++planned[rank]);
    }

    /** A planned end has come; it counts when the pace has not changed since. */
    void due(RankWorkload rank, int which, long number) {
        if (number == planned[rank.rank]) {
            node[rank.rank] = NOTHING;
            engine.complete(rank, which);
        }
    }
}

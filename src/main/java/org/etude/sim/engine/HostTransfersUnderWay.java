// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtNames;
import org.etude.sim.program.Groups;
import org.etude.sim.program.RankGroup;
import org.etude.sim.program.RankWorkload;

/**
 * Tracks which transfers of host backends are in progress. A collective is from when all of its ranks have reached it
 * until each one's end; a message from when it is sent and its receive is posted until it arrives. Constant cost per
 * transfer and rank.
 */
final class HostTransfersUnderWay {
    private final Engine engine;
    private final Groups groups;
    private final HostPace pace;
    private final int ranks;
    private final CallNumbers calls;
    private final Map<CallNumbers.Call, Meeting> meetings = new HashMap<>();
    private final Map<Long, Meeting> inMeeting = new HashMap<>();
    private final Map<Channel, Ends> channels = new HashMap<>();
    private final Map<Long, Integer> senderOf = new HashMap<>();

    private record Channel(int from, int to, long tag) {}

    /** The ranks that have reached a collective. */
    private static final class Meeting {
        private final IntArrayList ranks = new IntArrayList();
        private boolean complete;
    }

    /** Unmatched ends of messages: the number of sends, and the receives. */
    private static final class Ends {
        private int sends;
        private final Deque<Integer> receives = new ArrayDeque<>();
    }

    HostTransfersUnderWay(Engine engine, Groups groups, HostPace pace, int ranks) {
        this.engine = engine;
        this.groups = groups;
        this.pace = pace;
        this.ranks = ranks;
        calls = new CallNumbers(ranks);
    }

    private static long key(int rank, int node) {
        return (long) rank << 32 | node;
    }

    /** A rank reaches a transfer of its host backend. */
    void reached(RankWorkload rank, int which) {
        long tag = rank.program.attribute(which, EtNames.COMM_TAG, 0);
        switch (rank.program.type[which]) {
            case COMM_COLL -> collective(rank, which);
            case COMM_SEND -> {
                int to = (int) rank.program.attribute(which, EtNames.COMM_DST, rank.rank);
                Ends ends = channels.computeIfAbsent(new Channel(rank.rank, to, tag), key -> new Ends());
                if (ends.receives.isEmpty()) {
                    ends.sends++;
                } else {
                    begins(rank.rank, to, ends.receives.remove());
                }
            }
            case COMM_RECV -> {
                int from = (int) rank.program.attribute(which, EtNames.COMM_SRC, rank.rank);
                Ends ends = channels.computeIfAbsent(new Channel(from, rank.rank, tag), key -> new Ends());
                if (ends.sends == 0) {
                    ends.receives.add(which);
                } else {
                    ends.sends--;
                    begins(from, rank.rank, which);
                }
            }
            default -> {}
        }
    }

    private void begins(int from, int to, int receive) {
        senderOf.put(key(to, receive), from);
        pace.changed(from, 1);
        pace.changed(to, 1);
    }

    private void collective(RankWorkload rank, int which) {
        RankGroup group = groups.of(rank, which);
        // Where one rank represents all, all reach it at the same time.
        int all = group.members() == null ? ranks : group.members().length;
        int size = engine.reduction == null ? all : 1;
        CallNumbers.Call call = calls.next(group, rank.rank, rank.program.commType[which]);
        Meeting meeting = meetings.computeIfAbsent(call, first -> new Meeting());
        inMeeting.put(key(rank.rank, which), meeting);
        meeting.ranks.add(rank.rank);
        if (meeting.ranks.size() == size) {
            meeting.complete = true;
            meetings.remove(call);
            meeting.ranks.forEach((int member) -> pace.changed(member, 1));
        }
    }

    /** A transfer of a rank's host backend has ended. */
    void ended(int rank, int which) {
        Integer from = senderOf.remove(key(rank, which));
        if (from != null) {
            pace.changed(from, -1);
            pace.changed(rank, -1);
        }
        Meeting meeting = inMeeting.remove(key(rank, which));
        if (meeting != null && meeting.complete) {
            pace.changed(rank, -1);
        } else if (meeting != null) {
            meeting.ranks.rem(rank);
        }
    }
}

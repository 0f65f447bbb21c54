// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.TransferTimes;

/**
 * Matches collectives and messages of a run and ends each after its measured time. The k-th collective of a type in a
 * group is the same one on every rank, and so is the k-th message of a tag and size between two ranks. The times are
 * those of an otherwise idle network: of collectives that a rank has in flight at once (two threads of gloo, two
 * communicators), the later one starts when the link is free again. Constant cost per transfer and rank.
 */
public final class TimedTransfers {
    /** The run that transfers belong to. */
    public interface Run {
        /** The current time in ns. */
        long now();

        /** Ends a node of a rank, this many ns from now. */
        void end(int rank, int node, long delayNs);

        /** So many ranks send from the first to the second time, in ns from now. */
        default void carry(long from, long to, int senders) {}

        /** The partner of a node's message has arrived now; until then it waited. */
        void met(int rank, int node);

        /** A type or group size was not measured. */
        void inferred(String what, String from);
    }

    private static final String ALL_TO_ALL = "all_to_all";

    private final TransferTimes times;
    private final Run run;
    private final Map<GroupType, int[]> reached = new HashMap<>();
    private final Map<Call, Meeting> meetings = new HashMap<>();
    private final Map<Channel, Ends> channels = new HashMap<>();
    private final Map<Long, Connection> connections = new HashMap<>();
    private final Map<Integer, Long> linkFree = new HashMap<>();

    /** Creates the transfers of a run with these times. */
    public TimedTransfers(TransferTimes times, Run run) {
        this.times = times;
        this.run = run;
    }

    private record GroupType(int group, String type, int rank) {}

    private record Call(int group, String type, int number) {}

    private record Channel(int tag, int src, int dst, long bytes) {}

    /** A posted end of a message: the node, and when the payload is ready or its request has arrived. */
    private record End(int node, long at, boolean meets) {}

    private record Arrival(int rank, int node, long at, long bytes) {}

    private static final class Meeting {
        private final List<Arrival> arrivals = new ArrayList<>();
        private long bytes;
    }

    private static final class Ends {
        private final Deque<End> sent = new ArrayDeque<>();
        private final Deque<End> posted = new ArrayDeque<>();
    }

    /**
     * A rank reaches a collective. If ranks contribute different sizes, the largest counts; of an all-to-all of two
     * ranks, each direction has its own.
     *
     * @param group a number of the group
     * @param size number of its ranks
     * @param bytes the whole buffer of a rank, or for an all-gather its part; of an all-to-all with unequal parts the
     *     size of the one with equal parts that takes its link as long
     * @param backend the library that carries it on the host, else ""
     */
    public void collective(int group, int size, String type, long bytes, String backend, int rank, int node) {
        int number = reached.computeIfAbsent(new GroupType(group, type, rank), key -> new int[1])[0]++;
        Call call = new Call(group, type, number);
        Meeting meeting = meetings.computeIfAbsent(call, key -> new Meeting());
        meeting.arrivals.add(new Arrival(rank, node, run.now(), bytes));
        meeting.bytes = Math.max(meeting.bytes, bytes);
        if (meeting.arrivals.size() == size) {
            meetings.remove(call);
            end(meeting, duration(meeting, type, size, backend), SharedNetwork.senders(type, size));
        }
    }

    private TransferTimes.Answer duration(Meeting meeting, String type, int size, String backend) {
        TransferTimes.Answer largest = time(type, size, meeting.bytes, backend);
        long first = meeting.arrivals.get(0).bytes;
        long last = meeting.arrivals.get(size - 1).bytes;
        if (size != 2 || first == last || !type.equals(ALL_TO_ALL)) {
            return largest;
        }
        // The last rank's data go first; the other's follow, and it is done when its connection holds the rest of them.
        TransferTimes.Answer both = time(type, size, first / 2 + last / 2, backend);
        TransferTimes.Answer own = time(type, size, first, backend);
        long early = Math.max(1, both.nanos() - (own.nanos() - own.earlyNanos()));
        return new TransferTimes.Answer(
                both.nanos(), early, largest.togetherNanos(), largest.skewNanos(), largest.inferredFrom());
    }

    private void end(Meeting meeting, TransferTimes.Answer time, int senders) {
        long late = run.now() - time.skewNanos();
        boolean together = meeting.arrivals.get(0).at >= late;
        long queued = 0;
        for (Arrival arrival : meeting.arrivals) {
            queued = Math.max(queued, linkFree.getOrDefault(arrival.rank, 0L) - run.now());
        }
        long last = queued;
        for (Arrival arrival : meeting.arrivals) {
            long own = together || queued > 0
                    ? time.togetherNanos()
                    : arrival.at < late ? time.earlyNanos() : time.nanos();
            long delay = queued + own;
            linkFree.put(arrival.rank, run.now() + delay);
            run.end(arrival.rank, arrival.node, delay);
            last = Math.max(last, delay);
        }
        run.carry(queued, last, senders);
    }

    /**
     * A rank sends.
     *
     * @param meets whether the payload waits until the receive is posted, as with gloo; otherwise it leaves at once
     */
    public void send(int tag, int src, int dst, long bytes, int node, boolean meets) {
        Ends ends = ends(tag, src, dst, bytes);
        if (!meets) {
            long end =
                    connection(src, dst).carry(run.now(), run.now(), time(bytes).nanos());
            run.end(src, node, end - run.now());
            run.carry(end - run.now() - time(bytes).nanos(), end - run.now(), 1);
            if (ends.posted.isEmpty()) {
                ends.sent.add(new End(node, end, false));
            } else {
                run.end(dst, ends.posted.remove().node, end - run.now());
            }
        } else if (ends.posted.isEmpty()) {
            ends.sent.add(new End(node, run.now(), true));
        } else {
            End receive = ends.posted.remove();
            both(src, node, dst, receive.node, receive.at, bytes);
        }
    }

    /** A rank posts a receive. If the payload waits for it, its request follows what the rank is sending to the sender. */
    public void receive(int tag, int src, int dst, long bytes, int node) {
        Ends ends = ends(tag, src, dst, bytes);
        long requested = connection(dst, src).request(run.now());
        if (ends.sent.isEmpty()) {
            ends.posted.add(new End(node, requested, false));
            return;
        }
        End sent = ends.sent.remove();
        if (sent.meets) {
            both(src, sent.node, dst, node, requested, bytes);
        } else {
            run.end(dst, node, Math.max(0, sent.at - run.now()));
        }
    }

    /** Collectives that some ranks of a group have reached and others have not, for diagnosing a stall. */
    public List<String> waiting() {
        List<String> rows = new ArrayList<>();
        meetings.forEach((call, meeting) -> rows.add(call.type + " " + call.number + " of group " + call.group
                + ": reached by "
                + meeting.arrivals.stream()
                        .map(at -> "rank " + at.rank)
                        .sorted()
                        .toList() + " only"));
        channels.forEach((channel, ends) -> {
            String what = channel.bytes + " bytes with tag " + channel.tag + " from rank " + channel.src + " to rank "
                    + channel.dst;
            ends.posted.forEach(end -> rows.add("a receive of " + what + " has no matching send"));
            ends.sent.stream()
                    .filter(End::meets)
                    .forEach(end -> rows.add("a send of " + what + " has no matching receive"));
        });
        rows.sort(null);
        return rows;
    }

    private Ends ends(int tag, int src, int dst, long bytes) {
        return channels.computeIfAbsent(new Channel(tag, src, dst, bytes), key -> new Ends());
    }

    /**
     * A message with both ends posted, whose request has arrived at this time. Its sender continues once the rest of it
     * fits into the connection's buffers.
     */
    private void both(int src, int send, int dst, int receive, long requested, long bytes) {
        TransferTimes.Answer time = time(bytes);
        long ready = Math.max(run.now(), requested);
        long end = connection(src, dst).carry(ready, requested + time(1).nanos(), time.nanos());
        long delay = end - run.now();
        run.met(src, send);
        run.met(dst, receive);
        run.end(src, send, delay - time.nanos() + time.earlyNanos());
        run.end(dst, receive, delay);
        run.carry(delay - time.nanos(), delay, 1);
    }

    private Connection connection(int src, int dst) {
        return connections.computeIfAbsent((long) src << 32 | dst, key -> new Connection());
    }

    private TransferTimes.Answer time(long bytes) {
        return time(TransferTimes.MESSAGE, 2, bytes, "");
    }

    private TransferTimes.Answer time(String type, int ranks, long bytes, String backend) {
        TransferTimes.Answer answer = times.of(type, ranks, bytes, backend);
        if (!answer.inferredFrom().isEmpty()) {
            run.inferred(type + " of " + ranks + " ranks", answer.inferredFrom());
        }
        return answer;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.link.Recording;

/**
 * A job made by construction whose ranks run programs of their own: several streams, process groups, copies, events and all ways
 * to wait for a GPU. When each of its steps begins and ends on a network follows from which work waits for which, with no class
 * of Etude. Messages do not share links. Times in us, rates in bytes per us.
 */
final class DrawnJob {
    /** From the end of a launch to the begin of its work, and from the end of work to that of the next on its stream. */
    private static final double LAUNCHED = 3;

    private static final double NEXT = 1;

    /** A network of equal links; each message takes a latency and its bytes. */
    record Net(double bytesPerUs, double latencyUs) {
        double message(double bytes) {
            return latencyUs + bytes / bytesPerUs;
        }
    }

    /** A send to, or a receive from, another rank. */
    record Message(boolean sends, int peer, long elements, boolean sized) {
        Message(boolean sends, int peer, long elements) {
            this(sends, peer, elements, true);
        }
    }

    /** Ranks that share collectives. */
    record Group(String name, int... members) {
        int place(int rank) {
            return Arrays.binarySearch(members, rank);
        }
    }

    /** How traces of a vendor and of a user's settings look. */
    record Style(boolean hip, boolean storages, boolean marks) {
        String api() {
            return hip ? "hip" : "cuda";
        }
    }

    /** A step of a host's program; false when it has to wait for another rank. */
    interface Step {
        boolean run(Host host);
    }

    /** Work of a GPU. */
    static final class Work {
        final int stream;
        final String category;
        final String name;
        final long correlation;
        final double launched;
        final List<Work> after;
        double micros;
        private final List<Meeting> meetings = new ArrayList<>();
        private final Map<Meeting, Double> over = new HashMap<>();
        /** Whether the kernel carries a group of messages, whose calls alone say what they are. */
        private boolean batch;

        double start = Double.NaN;
        double end = Double.NaN;

        Work(int stream, String category, String name, long correlation, double launched, List<Work> after) {
            this.stream = stream;
            this.category = category;
            this.name = name;
            this.correlation = correlation;
            this.launched = launched;
            this.after = after;
        }

        boolean ended() {
            return !Double.isNaN(end);
        }

        /** Its part in a meeting is over; a kernel ends with the last of its meetings. */
        private void over(Meeting meeting, double time) {
            over.put(meeting, time);
            if (over.size() == meetings.size()) {
                end = over.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElseThrow();
            }
        }
    }

    /** A collective or a message that several ranks meet in. */
    private static final class Meeting {
        final String type;
        final Group group;
        final long elements;
        final int[] pair;
        /** What each rank sends to each, in elements; null where all parts are equal. */
        private long[][] parts;
        /** The message that the same kernel sends to the same rank before; null without one. */
        private Meeting before;

        final Map<Integer, Work> works = new HashMap<>();
        final Map<Integer, Double> there = new HashMap<>();

        Meeting(String type, Group group, long elements, int... pair) {
            this.type = type;
            this.group = group;
            this.elements = elements;
            this.pair = pair;
        }

        long sent(int rank) {
            return parts == null
                    ? elements
                    : Arrays.stream(parts[group.place(rank)]).sum();
        }

        long received(int rank) {
            return parts == null
                    ? elements
                    : Arrays.stream(parts)
                            .mapToLong(row -> row[group.place(rank)])
                            .sum();
        }
    }

    /** A rank's process, with the threads that take turns in it. */
    final class Host {
        final int rank;
        final Recording.Rank out;
        final List<Work> all = new ArrayList<>();
        final List<Work> open = new ArrayList<>();
        final Map<Integer, Work> last = new HashMap<>();
        private final Map<Integer, List<Work>> told = new HashMap<>();
        private final Map<String, Integer> met = new HashMap<>();
        final Map<Integer, Work> handles = new HashMap<>();
        final List<double[]> steps = new ArrayList<>();
        double now;
        int thread = 1;
        /** How far its clock is ahead of that of rank 0. */
        private double clock;

        private long number = 10;
        private long parent = 2;
        private int at;

        private Host(int rank, double begin) {
            this.rank = rank;
            this.now = begin;
            this.out = recording.rank(rank);
            if (clocks != null) {
                out.on("node" + rank);
                clock = clocks[rank];
            }
            out.node(1, "[pytorch|profiler|execution_trace|process]", 1, 0)
                    .thread(2, 1)
                    .thread(3, 2);
            groups.values().stream()
                    .filter(group -> group.place(rank) >= 0)
                    .forEach(group -> out.group(group.name, group.members));
        }

        /** Runs an operator, within which calls may be made. */
        void op(String name, double micros, int... storages) {
            StringBuilder values = new StringBuilder();
            for (int storage : storages) {
                values.append(values.length() == 0 ? "" : ",").append(tensor(storage));
            }
            number++;
            if (style.storages) {
                long within = thread == 1 ? parent : 3;
                String shapes = "[[8]" + ",[8]".repeat(Math.max(0, storages.length - 1)) + "]";
                String types =
                        "[\"Tensor(float)\"" + ",\"Tensor(float)\"".repeat(Math.max(0, storages.length - 1)) + "]";
                out.op(number, name, within, thread, now + clock, micros)
                        .inputs(
                                "[" + values + "]",
                                storages.length == 0 ? "[]" : shapes,
                                storages.length == 0 ? "[]" : types);
            } else {
                out.op(name, thread, now + clock, micros);
            }
        }

        long call(String name, double before, double micros) {
            out.call(style.api() + name, thread, now + before + clock, micros, ++number);
            return number;
        }

        Work launch(int stream, String category, String name, double ahead) {
            List<Work> after = new ArrayList<>(told.getOrDefault(stream, List.of()));
            told.remove(stream);
            if (last.get(stream) != null) {
                after.add(last.get(stream));
            }
            String call = category.equals("kernel")
                    ? "LaunchKernel"
                    : category.equals("gpu_memset") ? "MemsetAsync" : "MemcpyAsync";
            long correlation = call(call, ahead, 5);
            Work work = new Work(stream, category, name, correlation, now + ahead + 5 + LAUNCHED, after);
            last.put(stream, work);
            all.add(work);
            open.add(work);
            return work;
        }

        /** An event is recorded behind the last work of a stream. */
        Work record(int stream, double ahead) {
            if (!style.hip) {
                call("EventRecord", ahead, 1.5);
            }
            return last.get(stream);
        }

        /** A stream waits for an event. */
        void waits(int stream, Work event, double ahead) {
            call("StreamWaitEvent", ahead, 1.5);
            if (event != null && event.stream != stream) {
                told.computeIfAbsent(stream, s -> new ArrayList<>()).add(event);
            }
        }

        /** A call that returns when this work is over. */
        boolean blocks(String name, List<Work> works) {
            double until = now + 2;
            for (Work work : works) {
                if (!work.ended()) {
                    return false;
                }
                until = Math.max(until, work.end + 4);
            }
            call(name, 0, until - now);
            now = until + 1;
            return true;
        }

        void joins(Work work, String type, Group group, long elements, long[][] parts) {
            int turn = met.merge(group.name, 1, Integer::sum);
            Meeting meeting =
                    meetings.computeIfAbsent(group.name + "#" + turn, k -> new Meeting(type, group, elements));
            meeting.parts = parts;
            meeting.works.put(rank, work);
            work.meetings.add(meeting);
        }

        /** Calls a send or a receive of a group of them. */
        void post(Message message, Group group, int storage) {
            op("record_param_comms", 12, storage);
            out.arg("Collective name", message.sends ? "send" : "recv")
                    .arg("dtype", "Float")
                    .arg("Group size", group.members.length)
                    .arg("Process Group Name", group.name)
                    .arg("Process Group Ranks", Arrays.toString(group.members));
            if (message.sized) {
                out.arg("In msg nelems", message.elements).arg("Out msg nelems", message.elements);
            }
            out.arg(message.sends ? "Dst Rank" : "Src Rank", message.peer);
            now += 13;
        }

        /** The kernel carries these messages, which were posted before it was launched. */
        void carries(Work work, List<Message> messages, Group group) {
            work.batch = true;
            Map<Integer, Meeting> sent = new HashMap<>();
            for (Message message : messages) {
                int from = message.sends ? rank : message.peer;
                int to = message.sends ? message.peer : rank;
                String key = from + ">" + to;
                int turn = met.merge(key, 1, Integer::sum);
                Meeting meeting = meetings.computeIfAbsent(
                        key + "#" + turn, k -> new Meeting("message", group, message.elements, from, to));
                meeting.works.put(rank, work);
                work.meetings.add(meeting);
                if (message.sends) {
                    meeting.before = sent.put(message.peer, meeting);
                }
            }
        }

        void begin(int step) {
            if (style.marks) {
                number++;
                parent = number;
                steps.add(new double[] {step, now, 0});
                if (style.storages) {
                    out.node(number, "ProfilerStep#" + step, 2, number, "tid", 1);
                }
                now += 3;
            }
        }

        void end(int step) {
            if (style.marks) {
                double[] mark = steps.get(steps.size() - 1);
                now += 2;
                mark[2] = now;
                out.event("user_annotation", "ProfilerStep#" + step, 1, mark[1] + clock, now - mark[1]);
                if (style.storages) {
                    out.arg("Record function id", parent);
                }
                parent = 2;
                now += 1;
            }
        }

        /** Settles all work whose reasons are known. */
        boolean settle() {
            boolean moved = false;
            for (Iterator<Work> works = open.iterator(); works.hasNext(); ) {
                Work work = works.next();
                double ready = work.launched;
                for (Work before : work.after) {
                    ready = before.ended() ? Math.max(ready, before.end + NEXT) : Double.NaN;
                    if (Double.isNaN(ready)) {
                        break;
                    }
                }
                if (!Double.isNaN(ready) && Double.isNaN(work.start)) {
                    work.start = ready;
                    moved = true;
                    if (work.meetings.isEmpty()) {
                        work.end = ready + work.micros;
                    }
                    for (Meeting meeting : work.meetings) {
                        meeting.there.put(rank, ready);
                        resolve(meeting);
                    }
                }
                if (work.ended()) {
                    works.remove();
                }
            }
            return moved;
        }
    }

    private final int world;
    private final Style style;
    private final Net net;
    private final Recording recording;
    private final Map<String, Group> groups;
    private final List<List<Step>> programs = new ArrayList<>();
    private final Map<String, Meeting> meetings = new HashMap<>();
    /** By rank, how far its machine's clock is ahead of that of rank 0; null where all are on one machine. */
    private double[] clocks;

    DrawnJob(int world, Style style, Map<String, Group> groups, Net net) {
        this.world = world;
        this.style = style;
        this.groups = groups;
        this.net = net;
        this.recording = new Recording(world);
        IntStream.range(0, world).forEach(r -> programs.add(new ArrayList<>()));
    }

    /** Every rank is on a machine of its own. */
    DrawnJob onMachines(double... ahead) {
        clocks = ahead;
        return this;
    }

    void add(int rank, Step step) {
        programs.get(rank).add(step);
    }

    private static String tensor(long storage) {
        return "[" + (storage + 100_000) + "," + storage + ",0,8,4,\"cuda:0\"]";
    }

    private void resolve(Meeting meeting) {
        if (meeting.type.equals("message")) {
            message(meeting);
        } else if (meeting.there.size() == meeting.group.members.length) {
            int n = meeting.group.members.length;
            double[] there = Arrays.stream(meeting.group.members)
                    .mapToDouble(meeting.there::get)
                    .toArray();
            double bytes = 4.0 * meeting.elements / n;
            double[] ends = meeting.type.startsWith("alltoall")
                    ? direct(there, meeting.parts, bytes)
                    : ring(there, (meeting.type.equals("allreduce_") ? 2 : 1) * (n - 1), bytes);
            // What a rank that comes last has to hand over itself leaves by all of its links.
            double leaves =
                    (meeting.type.equals("allreduce_") ? 2 : 1) * bytes * (n - 1) / (world - 1) / net.bytesPerUs;
            if (meeting.parts == null) {
                Arrays.setAll(ends, i -> Math.max(ends[i], there[i] + leaves));
            }
            for (int i = 0; i < n; i++) {
                meeting.works.get(meeting.group.members[i]).over(meeting, ends[i]);
            }
        }
    }

    private void message(Meeting meeting) {
        Double sent = meeting.there.get(meeting.pair[0]);
        if (sent != null) {
            double arrival = arrival(meeting);
            meeting.works.get(meeting.pair[0]).over(meeting, arrival);
            Double there = meeting.there.get(meeting.pair[1]);
            if (there != null) {
                meeting.works.get(meeting.pair[1]).over(meeting, Math.max(there, arrival));
            }
        }
    }

    /** When a message has arrived whose sender is there. Those of a kernel to one rank follow each other. */
    private double arrival(Meeting meeting) {
        double begins = meeting.before == null ? meeting.there.get(meeting.pair[0]) : arrival(meeting.before);
        return begins + net.message(4.0 * meeting.elements);
    }

    /** Every rank sends each other one its part. Unlike parts are messages, which end for both sides; empty ones are not sent. */
    private double[] direct(double[] there, long[][] parts, double equal) {
        double[] ends = there.clone();
        for (int to = 0; to < there.length; to++) {
            for (int from = 0; from < there.length; from++) {
                double bytes = parts == null ? equal : 4.0 * parts[from][to];
                if (from != to && bytes > 0) {
                    ends[to] = Math.max(ends[to], there[from] + net.message(bytes));
                    ends[from] = Math.max(ends[from], parts == null ? 0 : there[from] + net.message(bytes));
                }
            }
        }
        return ends;
    }

    /** When each rank has the last message of a ring: it passes on what it got as soon as it has it and is there itself. */
    private double[] ring(double[] there, int steps, double bytes) {
        double[] has = there.clone();
        for (int step = 0; step < steps; step++) {
            double[] next = new double[has.length];
            for (int r = 0; r < has.length; r++) {
                int to = (r + 1) % has.length;
                next[to] = Math.max(there[to], has[r] + net.message(bytes));
            }
            has = next;
        }
        return has;
    }

    /** Runs the job and writes what it records to a folder; gives the length of each rank's steps in us. */
    List<double[]> record(Path dir, double[] begins) {
        List<Host> hosts =
                IntStream.range(0, world).mapToObj(r -> new Host(r, begins[r])).toList();
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Host host : hosts) {
                List<Step> program = programs.get(host.rank);
                while (host.at < program.size() && program.get(host.at).run(host)) {
                    host.at++;
                    moved = true;
                }
                moved |= host.settle();
            }
        }
        List<double[]> steps = new ArrayList<>();
        for (Host host : hosts) {
            if (host.at < programs.get(host.rank).size() || !host.open.isEmpty()) {
                throw new IllegalStateException("rank " + host.rank + " waits for ever at " + host.at);
            }
            host.all.forEach(work -> write(host, work));
            steps.add(host.steps.stream().mapToDouble(s -> s[2] - s[1]).toArray());
        }
        recording.load(dir);
        return steps;
    }

    private static void write(Host host, Work work) {
        host.out
                .gpu(work.category, work.name, work.stream, work.start + host.clock, work.end - work.start)
                .arg("correlation", work.correlation);
        if (work.meetings.isEmpty() || work.batch) {
            return;
        }
        Meeting meeting = work.meetings.get(0);
        int n = meeting.group.members.length;
        boolean gathers = meeting.type.equals("_allgather_base_");
        boolean scatters = meeting.type.equals("_reduce_scatter_base_");
        host.out
                .arg("Collective name", meeting.type.replaceAll("_$", ""))
                .arg("dtype", "Float")
                .arg("In msg nelems", gathers ? meeting.elements / n : meeting.sent(host.rank))
                .arg("Out msg nelems", scatters ? meeting.elements / n : meeting.received(host.rank))
                .arg("Group size", n)
                .arg("Process Group Name", meeting.group.name)
                .arg("Process Group Ranks", Arrays.toString(meeting.group.members));
        if (meeting.parts != null) {
            int place = meeting.group.place(host.rank);
            host.out
                    .arg("In split size", Arrays.toString(meeting.parts[place]))
                    .arg(
                            "Out split size",
                            Arrays.toString(Arrays.stream(meeting.parts)
                                    .mapToLong(row -> row[place])
                                    .toArray()));
        }
    }
}

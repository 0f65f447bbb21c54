// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Writes the ops of one rank. A GPU op depends on the previous GPU op and on the last host op, which launches it; a
 * host op depends on the previous host op. An overlapped collective depends on the preceding op, and nothing waits for
 * it except through {@link #alsoAfter}. All collectives of a rank run in the order written, as required when ranks
 * share several communicators.
 */
public class OpWriter {
    private static final long NONE = -1;
    static final int NO_RANK = -1;
    private static final long PS_PER_US = 1_000_000;
    private static final double PS_PER_NS = 1_000;

    private final EtGraphBuilder graph;
    private final ProcessGroups groups;
    private final int rank;
    private final TrafficCount traffic = new TrafficCount();
    private final LongArrayList also = new LongArrayList();
    /** Dependencies of the next GPU op, regardless of host ops in between. */
    private final LongArrayList fence = new LongArrayList();

    private UnaryOperator<String> naming = UnaryOperator.identity();
    private GradientBuckets buckets;
    private long next;
    private long device = NONE;
    private long host = NONE;
    private long beside = NONE;
    private long copied = NONE;
    private boolean launched;
    /** The activity that the next computation or host op states; empty for none. */
    private String activity = "";

    private long collective = NONE;
    private int microBatch = -1;
    /** Number of uneven all-to-alls so far, which distinguishes their messages. */
    private int exchanges;

    OpWriter(EtGraphBuilder graph, ProcessGroups groups, int rank) {
        this.graph = graph;
        this.groups = groups;
        this.rank = rank;
    }

    /** Writes a computation on the GPU; returns its id. */
    public long compute(String name, Cost cost) {
        long id = begin(name, EtNodeType.COMP, cost.time(), deviceDeps(), NONE);
        timed(false, cost.time());
        if (cost.hasWork()) {
            graph.int64(EtNames.NUM_OPS, cost.operations());
            graph.uint64(EtNames.TENSOR_SIZE, cost.bytes().value());
        }
        return onDevice(end(id));
    }

    /** Makes the next computation or host work state its activity ({@link EtNames#ACTIVITY}); empty for none. */
    public OpWriter stating(String text) {
        activity = text;
        return this;
    }

    /** Writes host work; returns its id. */
    public long host(String name, Time time) {
        LongArrayList deps = new LongArrayList(2);
        add(deps, host);
        long id = begin(name, EtNodeType.COMP, time, withAlso(deps), NONE);
        timed(true, time);
        host = end(id);
        launched = false;
        return id;
    }

    /** Writes host work next to everything else, which only other such work waits for. */
    void beside(String name, Time time) {
        LongArrayList deps = new LongArrayList(1);
        add(deps, beside);
        long id = begin(name, EtNodeType.COMP, time, deps.toLongArray(), NONE);
        timed(true, time);
        beside = end(id);
    }

    /**
     * Writes a copy between the memories of GPU and host: it starts after the last GPU op and the last copy, and runs next to
     * everything else. Returns its id, for {@link #alsoAfter}.
     */
    public long copy(String name, Time time) {
        LongArrayList deps = new LongArrayList(2);
        add(deps, device);
        add(deps, copied);
        long id = begin(name, EtNodeType.COMP, time, deps.toLongArray(), NONE);
        timed(true, time);
        copied = end(id);
        return id;
    }

    private void timed(boolean isHost, Time time) {
        graph.bool(EtNames.IS_CPU_OP, isHost);
        if (!activity.isEmpty()) {
            graph.string(EtNames.ACTIVITY, activity);
            activity = "";
        }
        if (time.picoseconds() % PS_PER_US != 0) {
            graph.int64(EtNames.DURATION_NS, Math.round(time.picoseconds() / PS_PER_NS));
        }
    }

    /** Writes a collective for which the next op waits; returns its id. Nothing is written for a group of one rank. */
    public long collective(String name, CollectiveType type, Bytes size, Group group) {
        if (alone(group, size)) {
            return device;
        }
        long id = onDevice(communicate(name, type, size, group));
        // Later GPU ops need no other order.
        collective = NONE;
        return id;
    }

    /**
     * Writes a collective that overlaps with the following ops; returns its id, for {@link #alsoAfter}. Nothing is
     * written for a group of one rank.
     */
    public long overlap(String name, CollectiveType type, Bytes size, Group group) {
        return alone(group, size) ? NONE : communicate(name, type, size, group);
    }

    /**
     * Writes an all-to-all with uneven sizes as messages, as NCCL implements it (grouped sends and receives). All
     * messages are sent at once. Returns the id of the last receive, for {@link #alsoAfter}, or -1 for a group of one
     * rank.
     *
     * @param pairs bytes from each member to each other one
     * @param buffer what a member sends on average, its own part included
     */
    public long exchange(String name, PairBytes pairs, Bytes buffer, Group group) {
        if (alone(group, buffer)) {
            return NONE;
        }
        List<Integer> members = groups.members(group, rank);
        int own = members.indexOf(rank);
        int count = members.size();
        long[] deps = deviceDeps();
        for (int ahead = 1; ahead < count; ahead++) {
            int to = (own + ahead) % count;
            long id = begin(name + " to " + to, EtNodeType.COMM_SEND, new Time(0), deps, NONE);
            message(rank, members.get(to), new Bytes(pairs.bytes(own, to)), exchanges);
            end(id);
        }
        long last = NONE;
        for (int behind = 1; behind < count; behind++) {
            int from = (own + count - behind) % count;
            // Receives are chained, so waiting for the last is enough.
            long[] after = last == NONE ? deps : new long[] {last};
            last = begin(name + " from " + from, EtNodeType.COMM_RECV, new Time(0), after, NONE);
            message(members.get(from), rank, new Bytes(pairs.bytes(from, own)), exchanges);
            end(last);
        }
        exchanges++;
        traffic.collective(group, CollectiveType.ALL_TO_ALL, count, buffer.value());
        return last;
    }

    /** The rank's position in its group of a kind; negative for one that all others wait for. */
    public int place(Group group) {
        return rank < 0 ? NO_RANK : groups.place(group, rank);
    }

    /** Makes the next GPU op depend on this one instead; a negative id means none. */
    public void follow(long id) {
        if (id != NONE) {
            onDevice(id);
        }
    }

    final boolean alone(Group group, Bytes size) {
        return groups.size(group) == 1 || size.value() == 0;
    }

    long communicate(String name, CollectiveType type, Bytes size, Group group) {
        long id = begin(name, EtNodeType.COMM_COLL, new Time(0), deviceDeps(), collective);
        graph.bool(EtNames.IS_CPU_OP, false);
        graph.int64(EtNames.COMM_TYPE, type.number());
        graph.int64(EtNames.COMM_SIZE, size.value());
        String number = groups.name(group, rank);
        if (!number.isEmpty()) {
            graph.string(EtNames.PG_NAME, number);
        }
        traffic.collective(group, type, groups.size(group), size.value());
        collective = end(id);
        return id;
    }

    /** Makes the next op also wait for this one; a negative id means none. */
    public OpWriter alsoAfter(long id) {
        add(also, id);
        return this;
    }

    /** Makes the next GPU op also wait for all overlapped collectives so far. */
    public OpWriter waitForCollectives() {
        // They run in order, so waiting for the last is enough.
        fence(collective);
        return this;
    }

    /** The id of the last GPU op, on which the next one depends, or -1. */
    public long last() {
        return device;
    }

    /** The ranks of this rank's group of a kind. */
    public int ranksOf(Group group) {
        return groups.size(group);
    }

    /**
     * Reports gradients that are ready after the last op.
     *
     * @param group the copies that exchange them: {@link Group#DATA}, or {@link Group#EXPERT_DATA} for experts
     * @param elements how many
     */
    public void gradients(Group group, long elements) {
        if (buckets != null && elements > 0) {
            buckets.ready(group, elements, this);
        }
    }

    /** Sets the pass of the following ops; their gradients go to these buckets, or to none when null. */
    void turn(int ofMicroBatch, UnaryOperator<String> names, GradientBuckets open) {
        microBatch = ofMicroBatch;
        naming = names;
        buckets = open;
    }

    /** Makes the next GPU op also wait for this one. */
    void fence(long id) {
        add(fence, id);
    }

    void send(String name, int to, Bytes size, int tag) {
        long id = begin(name, EtNodeType.COMM_SEND, new Time(0), deviceDeps(), NONE);
        message(rank, to, size, tag);
        end(id);
        traffic.message(size.value());
    }

    void receive(String name, int from, Bytes size, int tag) {
        long id = begin(name, EtNodeType.COMM_RECV, new Time(0), deviceDeps(), NONE);
        message(from, rank, size, tag);
        onDevice(end(id));
    }

    private void message(int from, int to, Bytes size, int tag) {
        graph.bool(EtNames.IS_CPU_OP, false);
        graph.int32(EtNames.COMM_SRC, from);
        graph.int32(EtNames.COMM_DST, to);
        graph.int64(EtNames.COMM_SIZE, size.value());
        graph.int32(EtNames.COMM_TAG, tag);
    }

    /** The communication so far. */
    List<Traffic> traffic(int stage) {
        return traffic.of(stage);
    }

    EtGraph build() {
        return graph.build();
    }

    private long[] deviceDeps() {
        LongArrayList deps = new LongArrayList(2);
        add(deps, device);
        if (!launched) {
            add(deps, host);
        }
        fence.forEach(id -> add(deps, id));
        fence.clear();
        return withAlso(deps);
    }

    private long[] withAlso(LongArrayList deps) {
        also.forEach(id -> add(deps, id));
        also.clear();
        return deps.toLongArray();
    }

    private static void add(LongArrayList ids, long id) {
        if (id != NONE && !ids.contains(id)) {
            ids.add(id);
        }
    }

    private long begin(String name, EtNodeType type, Time time, long[] deps, long order) {
        boolean ordered = order != NONE && !LongArrayList.wrap(deps).contains(order);
        graph.begin(next, naming.apply(name), type, 0, time.picoseconds() / PS_PER_US);
        graph.dependencies(ordered ? new long[] {order} : new long[0], deps);
        return next;
    }

    private long end(long id) {
        if (microBatch >= 0) {
            graph.int32(StepWriter.MICRO_BATCH, microBatch);
        }
        graph.end();
        next++;
        return id;
    }

    /** Makes an op the last GPU op. */
    final long onDevice(long id) {
        device = id;
        launched = true;
        return id;
    }
}

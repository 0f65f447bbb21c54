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
 * Writes what one rank does, op by op. An op of the GPU follows the one before it, and the host op written last, which
 * launches it; a host op follows the host op before it. Overlapped collectives follow what is before them and nothing waits
 * for them unless {@link #alsoAfter} says so. All collectives of a rank run in the order in which they are written, as they
 * must where ranks share several communicators.
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
    /** What the next op of the GPU waits for, whatever the host does before it. */
    private final LongArrayList fence = new LongArrayList();

    private UnaryOperator<String> naming = UnaryOperator.identity();
    private GradientBuckets buckets;
    private long next;
    private long device = NONE;
    private long host = NONE;
    private boolean launched;
    private long collective = NONE;
    private int microBatch = -1;
    /** Uneven all-to-alls so far, which tell their messages apart. */
    private int exchanges;

    OpWriter(EtGraphBuilder graph, ProcessGroups groups, int rank) {
        this.graph = graph;
        this.groups = groups;
        this.rank = rank;
    }

    /** A computation on the GPU. Gives its id. */
    public long compute(String name, Cost cost) {
        long id = begin(name, EtNodeType.COMP, cost.time(), deviceDeps(), NONE);
        timed(false, cost.time());
        if (cost.hasWork()) {
            graph.int64(EtNames.NUM_OPS, cost.operations());
            graph.uint64(EtNames.TENSOR_SIZE, cost.bytes().value());
        }
        return onDevice(end(id));
    }

    /** Work of the host. Gives its id. */
    public long host(String name, Time time) {
        LongArrayList deps = new LongArrayList(2);
        add(deps, host);
        long id = begin(name, EtNodeType.COMP, time, withAlso(deps), NONE);
        timed(true, time);
        host = end(id);
        launched = false;
        return id;
    }

    private void timed(boolean isHost, Time time) {
        graph.bool(EtNames.IS_CPU_OP, isHost);
        if (time.picoseconds() % PS_PER_US != 0) {
            graph.int64(EtNames.DURATION_NS, Math.round(time.picoseconds() / PS_PER_NS));
        }
    }

    /** A collective that the next op waits for. Gives its id; of a group of one rank nothing is written. */
    public long collective(String name, CollectiveType type, Bytes size, Group group) {
        if (alone(group, size)) {
            return device;
        }
        long id = onDevice(communicate(name, type, size, group));
        // What follows it on the GPU needs no other order.
        collective = NONE;
        return id;
    }

    /**
     * A collective that overlaps with the ops that follow. Returns its id, for {@link #alsoAfter}; of a group of one rank nothing
     * is written.
     */
    public long overlap(String name, CollectiveType type, Bytes size, Group group) {
        return alone(group, size) ? NONE : communicate(name, type, size, group);
    }

    /**
     * An all-to-all among ranks that send each other unlike amounts, as messages: NCCL has no other form of it either (grouped
     * sends and receives). All messages go out at once. Gives the id of the last receipt, for {@link #alsoAfter}, or of a group of
     * one rank -1.
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
            // One receipt after the other: the last of them is all of them.
            long[] after = last == NONE ? deps : new long[] {last};
            last = begin(name + " from " + from, EtNodeType.COMM_RECV, new Time(0), after, NONE);
            message(members.get(from), rank, new Bytes(pairs.bytes(from, own)), exchanges);
            end(last);
        }
        exchanges++;
        traffic.collective(group, CollectiveType.ALL_TO_ALL, count, buffer.value());
        return last;
    }

    /** Which member of its group of a kind the rank is; below 0 for one that all others wait for. */
    public int place(Group group) {
        return rank < 0 ? NO_RANK : groups.place(group, rank);
    }

    /** The next op of the GPU follows this one; an id below 0 means none. */
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

    /** The next op also waits for this one; an id below 0 means none. */
    public OpWriter alsoAfter(long id) {
        add(also, id);
        return this;
    }

    /** The next op of the GPU also waits for all overlapped collectives so far. */
    public OpWriter waitForCollectives() {
        // They run in one order, so the last is enough.
        fence(collective);
        return this;
    }

    /** The id of the GPU's last op that the next one waits for, or -1. */
    public long last() {
        return device;
    }

    /** The ranks of this rank's group of a kind. */
    public int ranksOf(Group group) {
        return groups.size(group);
    }

    /**
     * Gradients are ready after the last op.
     *
     * @param group the copies that exchange them: {@link Group#DATA}, or {@link Group#EXPERT_DATA} for experts
     * @param elements how many
     */
    public void gradients(Group group, long elements) {
        if (buckets != null && elements > 0) {
            buckets.ready(group, elements, this);
        }
    }

    /** From here on ops belong to this pass; gradients go to these buckets, to none when null. */
    void turn(int ofMicroBatch, UnaryOperator<String> names, GradientBuckets open) {
        microBatch = ofMicroBatch;
        naming = names;
        buckets = open;
    }

    /** The next op of the GPU also waits for this one. */
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

    /** What was communicated so far. */
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

    /** Makes an op the last of the GPU. */
    final long onDevice(long id) {
        device = id;
        launched = true;
        return id;
    }
}

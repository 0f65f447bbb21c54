// SPDX-License-Identifier: Apache-2.0
package org.etude.et.timeline;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.NodeActivity;
import org.etude.et.graph.NodeSink;
import org.etude.number.IntervalSet;
import org.etude.trace.activity.Activity;

/**
 * Records when the nodes of a rank ran, on which resource, and which of their dependencies ended last. Ids count up
 * from 1, and nodes depend on smaller ids only, as written by {@link RankEmitter}.
 */
public final class TimelineSink implements NodeSink {
    private static final int NONE = -1;
    private static final long NS_PER_US = 1_000;
    private static final int FIRST_ROOM = 16;
    private static final String THREAD = "tid";
    private static final EtNodeType[] TYPES = EtNodeType.values();
    private static final Activity[] ACTIVITIES = Activity.values();

    private final boolean clocked;
    private final long clock;
    private String[] names = new String[FIRST_ROOM];
    /** Ordinals, which the collector of garbage need not look at. */
    private byte[] types = new byte[FIRST_ROOM];

    private boolean[] host = new boolean[FIRST_ROOM];
    private boolean[] stream = new boolean[FIRST_ROOM];
    /** Ordinals of the stated activities plus one; 0 for none. */
    private byte[] said = new byte[FIRST_ROOM];

    private long[] resource = new long[FIRST_ROOM];
    private long[] issued = new long[FIRST_ROOM];
    private long[] ended = new long[FIRST_ROOM];
    private int[] lastParent = new int[FIRST_ROOM];
    private final Int2ObjectOpenHashMap<RankTimeline.Transfer> transfers = new Int2ObjectOpenHashMap<>();
    private final IntervalSet.Builder hostWaits = new IntervalSet.Builder();
    private final IntOpenHashSet sideThreads = new IntOpenHashSet();
    /** End of the last transfer that a slice of the host timeline has waited for so far. */
    private long awaited = Long.MIN_VALUE;

    private int size;
    /** The node that waits for the start of the job and has no recorded start. */
    private int untimed = NONE;

    private long first = Long.MAX_VALUE;
    private boolean timed;
    private long start;
    private long duration;
    private long measured;
    private boolean isMeasured;
    private RankTimeline.Transfer transfer = RankTimeline.Transfer.NONE;
    private int thread;
    /** End of the last transfer that the node depends on. */
    private long transferred;

    /**
     * An empty timeline.
     *
     * @param clocked whether the rank's times can be compared with those of others
     * @param clock offset of its times from the job's clock, in ns
     */
    public TimelineSink(boolean clocked, long clock) {
        this.clocked = clocked;
        this.clock = clock;
    }

    boolean isClocked() {
        return clocked;
    }

    long clock() {
        return clock;
    }

    /** The first recorded start on the job's clock; 0 when nothing has a time. */
    long begin() {
        return first == Long.MAX_VALUE ? 0 : first + clock;
    }

    /** The columns, with all times shifted. The sink must not be used afterwards. */
    RankTimeline build(long shift) {
        for (int n = 0; n < size; n++) {
            if (n != untimed) {
                issued[n] += shift;
                ended[n] += shift;
            }
        }
        byte[] activities = NodeActivity.of(new Nodes());
        return new RankTimeline(
                size,
                names,
                types,
                host,
                activities,
                resource,
                issued,
                ended,
                lastParent,
                transfers,
                hostWaits.union(),
                sideThreads);
    }

    @Override
    public TimelineSink reserve(int nodes, int attributes) {
        if (nodes > names.length) {
            names = Arrays.copyOf(names, nodes);
            types = Arrays.copyOf(types, nodes);
            host = Arrays.copyOf(host, nodes);
            stream = Arrays.copyOf(stream, nodes);
            said = Arrays.copyOf(said, nodes);
            resource = Arrays.copyOf(resource, nodes);
            issued = Arrays.copyOf(issued, nodes);
            ended = Arrays.copyOf(ended, nodes);
            lastParent = Arrays.copyOf(lastParent, nodes);
        }
        return this;
    }

    @Override
    public TimelineSink begin(long id, String name, EtNodeType type, long startMicros, long durationMicros) {
        if (id != size + 1L) {
            throw new IllegalArgumentException("node " + id + " follows " + size);
        }
        if (size == names.length) {
            reserve(2 * size, 0);
        }
        names[size] = name;
        types[size] = (byte) type.ordinal();
        resource[size] = RankTimeline.NO_RESOURCE;
        timed = false;
        duration = durationMicros * NS_PER_US;
        isMeasured = false;
        transfer = RankTimeline.Transfer.NONE;
        thread = NONE;
        transferred = Long.MIN_VALUE;
        return this;
    }

    @Override
    public TimelineSink dependencies(LongArrayList ctrlDeps, LongArrayList dataDeps) {
        int last = NONE;
        for (int k = 0; k < ctrlDeps.size(); k++) {
            last = later(last, (int) ctrlDeps.getLong(k) - 1);
        }
        for (int k = 0; k < dataDeps.size(); k++) {
            int node = (int) dataDeps.getLong(k) - 1;
            last = later(last, node);
            if (isTransfer(node)) {
                transferred = Math.max(transferred, ended[node]);
            }
        }
        lastParent[size] = last;
        return this;
    }

    private boolean isTransfer(int node) {
        return switch (TYPES[types[node]]) {
            case COMM_COLL, COMM_SEND, COMM_RECV -> true;
            default -> said[node] == Activity.TRANSFER.ordinal() + 1;
        };
    }

    /** The one of two nodes that ended later; the first when both ended at the same time. */
    private int later(int one, int other) {
        if (one < 0 || ended[other] > ended[one]) {
            return other;
        }
        return ended[other] == ended[one] ? Math.min(one, other) : one;
    }

    @Override
    public TimelineSink int64(String name, long value) {
        switch (name) {
            case EtNames.START_NS -> {
                timed = true;
                start = value;
            }
            case EtNames.DURATION_NS -> duration = value;
            case EtNames.MEASURED_NS -> {
                isMeasured = true;
                measured = value;
            }
            case EtNames.STREAM -> stream[size] = true;
            case EtNames.RESOURCE -> resource[size] = value;
            case THREAD -> thread = (int) value;
            case EtNames.COMM_SRC -> transfer = transfer.from(value);
            case EtNames.COMM_DST -> transfer = transfer.to(value);
            case EtNames.COMM_TAG -> transfer = transfer.tagged(value);
            default -> {}
        }
        return this;
    }

    /** Without a comparison of names, which every node would pay for. */
    @Override
    public TimelineSink times(long startNanos, long nanos, long whole) {
        timed = true;
        start = startNanos;
        duration = nanos;
        isMeasured = true;
        measured = whole;
        return this;
    }

    @Override
    public TimelineSink int32(String name, int value) {
        return int64(name, value);
    }

    @Override
    public TimelineSink uint64(String name, long value) {
        return int64(name, value);
    }

    @Override
    public TimelineSink bool(String name, boolean value) {
        if (name.equals(EtNames.IS_CPU_OP)) {
            host[size] = value;
        }
        return this;
    }

    @Override
    public TimelineSink string(String name, String value) {
        if (name.equals(EtNames.PG_NAME)) {
            transfer = transfer.in(value);
        } else if (name.equals(EtNames.BACKEND)) {
            transfer = transfer.by(value);
        } else if (name.equals(EtNames.ACTIVITY)) {
            Activity activity = NodeActivity.ofText(value);
            said[size] = (byte) (activity == null ? 0 : activity.ordinal() + 1);
        }
        return this;
    }

    @Override
    public boolean keepsTimesOnly() {
        return true;
    }

    @Override
    public TimelineSink end() {
        if (timed) {
            long whole = isMeasured ? measured : duration;
            ended[size] = start + whole;
            host(whole);
            // Measured time beyond the duration was spent waiting for dependencies.
            issued[size] = ended[size] - Math.min(duration, whole);
            first = Math.min(first, start);
        } else {
            // The node that delays a whole rank starts with the job.
            if (untimed != NONE) {
                throw new IllegalStateException("two nodes without a start: " + (untimed + 1) + " and " + (size + 1));
            }
            ended[size] = duration;
            untimed = size;
        }
        if (transfer != RankTimeline.Transfer.NONE) {
            transfers.put(size, transfer);
        }
        size++;
        return this;
    }

    /** The host timeline has no resource because its threads take turns; each side thread is a resource. */
    private void host(long whole) {
        if (!host[size]) {
            return;
        }
        if (resource[size] == RankTimeline.NO_RESOURCE) {
            awaited = Math.max(awaited, transferred);
            hostWaits.add(start, Math.min(start + whole - duration, awaited));
        } else {
            sideThreads.add(thread);
        }
    }

    /** The node properties that the activity rule reads. */
    private final class Nodes implements NodeActivity.Nodes {
        @Override
        public int size() {
            return size;
        }

        @Override
        public EtNodeType type(int node) {
            return TYPES[types[node]];
        }

        @Override
        public String name(int node) {
            return names[node];
        }

        @Override
        public boolean isHost(int node) {
            return host[node];
        }

        @Override
        public boolean hasStream(int node) {
            return stream[node];
        }

        @Override
        public Activity said(int node) {
            return said[node] == 0 ? null : ACTIVITIES[said[node] - 1];
        }
    }
}

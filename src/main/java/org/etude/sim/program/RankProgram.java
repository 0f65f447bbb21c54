// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.MetadataNumbers;
import org.etude.et.graph.NodeActivity;
import org.etude.et.graph.SlowedShare;
import org.etude.spec.SimOptions;
import org.etude.trace.activity.Activity;

/**
 * An execution trace compiled for issuing: nodes in ascending id, children as index columns, and the attributes that
 * the engine reads. Ranks with the same trace share one.
 */
public final class RankProgram {
    /** Marks a missing attribute. */
    public static final long MISSING = Long.MIN_VALUE;

    private static final long MILLION = 1_000_000;

    /** Up to this many dependencies are compared one by one, more in a set. */
    private static final int FEW = 8;

    static final short CPU = 0;
    static final short GPU = 1;
    static final short COMM = 2;
    /** The slot of receives, which occupy nothing. */
    static final short RECV = 3;

    public final EtGraph graph;
    public final int size;
    public final long[] id;
    public final EtNodeType[] type;
    /**
     * The slot that a node holds while it runs; above {@link #RECV} further streams and the resources that recorded
     * nodes name.
     */
    public final short[] slot;

    public final boolean[] cpuOp;
    final long[] durationNs;
    /** How long a node holds its resource before its work starts, in ns. */
    private final long[] delayNs;
    /** By node, the delay behind all that it waits for but its launch; null where no node states it. */
    private long[] queuedNs;

    /** By node, the last host node that it waits for; null as above. */
    private int[] launcher;

    public final long[] commType;
    public final long[] commSize;
    public final long[] numOps;
    public final long[] tensorSize;
    public final long[] priority;
    public final String[] group;
    public final boolean[][] involved;
    public final int[] parents;
    public final int[] childStart;
    public int[] children;
    /** The number of slots. */
    public final int slots;
    /** A dependency on a missing node: "node 5 depends on 99", or null. */
    String dangling;

    private final int[] source;
    private byte[] activities;
    /** The key of {@link EtNames#START_NS}; negative where nothing was recorded. */
    private final int recordedStart;

    private final CommStreams streams;
    /** Indices by id when ids do not ascend; else null. */
    private final Long2IntOpenHashMap index;

    public RankProgram(EtGraph graph) {
        this(graph, CommStreams.of(SimOptions.defaults()));
    }

    /** Compiles a rank's trace: ids to indices, dependencies, attributes and streams to columns. */
    public RankProgram(EtGraph graph, CommStreams streams) {
        this.graph = graph;
        this.streams = streams;
        recordedStart = graph.key(EtNames.START_NS);
        index = ascending(graph) ? null : lastDefinitions(graph);
        id = index == null ? ids(graph) : index.keySet().toLongArray();
        if (index != null) {
            LongArrays.quickSort(id, Long::compareUnsigned);
        }
        size = id.length;
        source = new int[size];
        type = new EtNodeType[size];
        slot = new short[size];
        cpuOp = new boolean[size];
        durationNs = new long[size];
        delayNs = new long[size];
        commType = new long[size];
        commSize = new long[size];
        numOps = new long[size];
        tensorSize = new long[size];
        priority = new long[size];
        group = new String[size];
        involved = new boolean[size][];
        parents = new int[size];
        childStart = new int[size + 1];
        decode();
        slots = streams.slots();
        join();
    }

    private void decode() {
        Keys keys = new Keys(graph);
        for (int n = 0; n < size; n++) {
            source[n] = index == null ? n : index.get(id[n]);
            decode(n, source[n], keys);
        }
        if (index != null) {
            for (int n = 0; n < size; n++) {
                index.put(id[n], n);
            }
        }
    }

    /** The keys of the attributes' names, looked up once for all nodes. */
    private record Keys(
            int cpuOp,
            int durationNs,
            int delayNs,
            int queuedNs,
            int commType,
            int commSize,
            int numOps,
            int tensorSize,
            int priority,
            int resource) {
        Keys(EtGraph graph) {
            this(
                    graph.key(EtNames.IS_CPU_OP),
                    graph.key(EtNames.DURATION_NS),
                    graph.key(EtNames.DELAY_NS),
                    graph.key(EtNames.QUEUED_DELAY_NS),
                    graph.key(EtNames.COMM_TYPE),
                    graph.key(EtNames.COMM_SIZE),
                    graph.key(EtNames.NUM_OPS),
                    graph.key(EtNames.TENSOR_SIZE),
                    graph.key(EtNames.COMM_PRIORITY),
                    graph.key(EtNames.RESOURCE));
        }
    }

    /** Whether ids ascend, so that a node keeps its index; true for almost every trace. */
    private static boolean ascending(EtGraph graph) {
        for (int i = 1; i < graph.size(); i++) {
            if (Long.compareUnsigned(graph.id(i - 1), graph.id(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static long[] ids(EtGraph graph) {
        long[] ids = new long[graph.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = graph.id(i);
        }
        return ids;
    }

    private static Long2IntOpenHashMap lastDefinitions(EtGraph graph) {
        Long2IntOpenHashMap last = new Long2IntOpenHashMap(graph.size());
        last.defaultReturnValue(-1);
        for (int i = 0; i < graph.size(); i++) {
            last.put(graph.id(i), i);
        }
        return last;
    }

    /** The index of an id, or -1. */
    private int place(long of) {
        if (index != null) {
            return index.get(of);
        }
        long ahead = size == 0 ? -1 : of - id[0];
        // Ids without gaps, the usual case, are found directly.
        if (ahead >= 0 && ahead < size && id[(int) ahead] == of) {
            return (int) ahead;
        }
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int side = Long.compareUnsigned(id[middle], of);
            if (side == 0) {
                return middle;
            }
            low = side < 0 ? middle + 1 : low;
            high = side < 0 ? high : middle - 1;
        }
        return -1;
    }

    private void decode(int n, int at, Keys keys) {
        type[n] = graph.type(at);
        cpuOp[n] = graph.integer(at, keys.cpuOp, 0) != 0;
        durationNs[n] = nanos(graph.durationMicros(at));
        if (streams.recorded()) {
            durationNs[n] = graph.integer(at, keys.durationNs, durationNs[n]);
            delayNs[n] = Math.max(0, graph.integer(at, keys.delayNs, 0));
            queued(n, at, graph.integer(at, keys.queuedNs, MISSING));
        }
        commType[n] = graph.integer(at, keys.commType, MISSING);
        commSize[n] = graph.integer(at, keys.commSize, MISSING);
        numOps[n] = graph.integer(at, keys.numOps, MISSING);
        tensorSize[n] = graph.integer(at, keys.tensorSize, MISSING);
        priority[n] = graph.integer(at, keys.priority, 0);
        group[n] = type[n] == EtNodeType.COMM_COLL ? graph.string(at, EtNames.PG_NAME, "") : "";
        slot[n] = slot(n, graph.integer(at, keys.resource, MISSING));
        EtAttribute dims = type[n] == EtNodeType.COMM_COLL ? graph.attribute(at, EtNames.INVOLVED_DIM) : null;
        if (dims != null && dims.kind() == EtAttribute.Kind.BOOL_LIST) {
            List<?> flags = (List<?>) dims.value();
            involved[n] = new boolean[flags.size()];
            for (int d = 0; d < flags.size(); d++) {
                involved[n][d] = (Boolean) flags.get(d);
            }
        }
    }

    private void queued(int n, int at, long delay) {
        if (delay < 0) {
            return;
        }
        int last = -1;
        for (int k = 0; k < graph.depCount(at); k++) {
            int parent = place(graph.dep(at, k));
            last = parent >= 0 && parent < n && cpuOp[parent] ? Math.max(last, parent) : last;
        }
        if (last >= 0) {
            if (queuedNs == null) {
                queuedNs = new long[size];
                launcher = new int[size];
                Arrays.fill(launcher, -1);
            }
            queuedNs[n] = delay;
            launcher[n] = last;
        }
    }

    /**
     * How long a node that has all it waits for holds its resource before its work starts, in ns.
     *
     * @param ended by node, when it ended
     */
    public long delayNs(int node, long now, long[] ended) {
        return launcher == null || launcher[node] < 0
                ? delayNs[node]
                : Math.max(queuedNs[node], ended[launcher[node]] + delayNs[node] - now);
    }

    /** Microseconds in ns, -1 when beyond the clock's range. */
    private static long nanos(long micros) {
        return micros < 0 || micros > Long.MAX_VALUE / 1000 ? -1 : micros * 1000;
    }

    private short slot(int n, long resource) {
        short known = streams.ofNode(cpuOp[n], type[n], resource);
        if (known >= 0) {
            return known;
        }
        boolean send = type[n] == EtNodeType.COMM_SEND;
        long target = send ? attribute(n, EtNames.COMM_DST, MISSING) : MISSING;
        return streams.ofTransfer(type[n], group[n], send && hostBackend(n), target);
    }

    /** Whether an edge only orders collectives of different streams as on a single one. */
    private boolean ordersStreams(int parent, int node) {
        return slot[parent] != slot[node]
                && type[parent] == EtNodeType.COMM_COLL
                && type[node] == EtNodeType.COMM_COLL
                && !cpuOp[parent]
                && !cpuOp[node];
    }

    /** Merges the dependencies of all definitions of an id, without duplicates. */
    private void join() {
        boolean unique = graph.size() == size;
        int[] from = new int[16];
        int[] to = new int[16];
        int edges = 0;
        LongOpenHashSet seen = new LongOpenHashSet();
        for (int at = 0; at < graph.size(); at++) {
            int node = place(graph.id(at));
            int count = graph.depCount(at);
            int orders = streams.several() ? graph.ctrlDepCount(at) : 0;
            boolean few = unique && count <= FEW;
            int own = edges;
            if (unique && !few) {
                seen.clear();
            }
            for (int k = 0; k < count; k++) {
                int parent = place(graph.dep(at, k));
                if (parent < 0) {
                    dangling = "node " + graph.id(at) + " depends on node " + graph.dep(at, k);
                } else if (k < orders && ordersStreams(parent, node)) {
                    continue;
                } else if (few
                        ? isNew(from, own, edges, parent)
                        : seen.add(unique ? parent : (long) node << 32 | parent)) {
                    if (edges == from.length) {
                        from = Arrays.copyOf(from, edges * 2);
                        to = Arrays.copyOf(to, edges * 2);
                    }
                    from[edges] = parent;
                    to[edges++] = node;
                    parents[node]++;
                    childStart[parent + 1]++;
                }
            }
        }
        sortEdges(from, to, edges);
    }

    private static boolean isNew(int[] from, int start, int end, int parent) {
        for (int e = start; e < end; e++) {
            if (from[e] == parent) {
                return false;
            }
        }
        return true;
    }

    private void sortEdges(int[] from, int[] to, int edges) {
        for (int n = 0; n < size; n++) {
            childStart[n + 1] += childStart[n];
        }
        int[] at = childStart.clone();
        children = new int[edges];
        for (int e = 0; e < edges; e++) {
            children[at[from[e]]++] = to[e];
        }
    }

    /** What each node's time counts as, by ordinal of {@link Activity}; computed on first use. */
    public byte[] activities() {
        if (activities == null) {
            activities = NodeActivity.of(new ProgramActivity(this));
        }
        return activities;
    }

    /** Whether the node runs on a recorded host thread, whose timeline the recording shows without gaps. */
    public boolean onRecordedHost(int node) {
        return cpuOp[node] && isRecorded(node) && activities()[node] != Activity.IDLE.ordinal();
    }

    /** Whether the node has a recorded time. */
    public boolean isRecorded(int node) {
        return recordedStart >= 0 && graph.has(source[node], recordedStart);
    }

    /** Index of a node in the graph. */
    public int source(int node) {
        return source[node];
    }

    String name(int node) {
        return graph.name(source[node]);
    }

    public long attribute(int node, String name, long otherwise) {
        return graph.integer(source[node], name, otherwise);
    }

    /** The value of an integer in the metadata, or {@link #MISSING}. */
    public long metadata(String name) {
        return MetadataNumbers.whole(graph, name, MISSING);
    }

    /** The value of a text attribute, "" when it is absent. */
    public String text(int node, String name) {
        return graph.string(source[node], name, "");
    }

    /** The host library that carries a transfer, such as gloo, or "" when the GPU does. */
    public String backend(int node) {
        return text(node, EtNames.BACKEND);
    }

    public boolean hostBackend(int node) {
        return !backend(node).isEmpty();
    }

    /** Whether collectives of a host backend slow any node. */
    public boolean anyPaced() {
        return streams.recorded() && graph.key(EtNames.PACE_PPM) >= 0;
    }

    /**
     * The speed of a node while a host backend carries a collective for its rank, as a fraction of its normal speed.
     */
    public double pace(int node) {
        long ppm = anyPaced() ? graph.integer(source[node], EtNames.PACE_PPM, MILLION) : MILLION;
        return ppm <= 0 || ppm >= MILLION ? 1 : ppm / (double) MILLION;
    }

    /** Whether a node is host work that transfers of a host backend slow. */
    public boolean isSlowed(int node) {
        return cpuOp[node] && type[node] == EtNodeType.COMP && pace(node) < 1;
    }

    /**
     * The time in ns that a node takes when it runs alone, computed from the share of it during which a collective was
     * in flight.
     */
    public double aloneNs(int node, long ns) {
        return ns * (1 - (1 - pace(node)) * SlowedShare.of(graph, source[node]));
    }

    /**
     * The time in ns that a host node takes when transfers take measured times; excludes the waiting that these already
     * cover.
     */
    long workNs(int node) {
        long handOver = streams.recorded() ? graph.integer(source[node], EtNames.HAND_OVER_NS, 0) : 0;
        return durationNs[node] - Math.max(0, Math.min(durationNs[node], handOver));
    }

    public String describe(int node) {
        return "node " + Long.toUnsignedString(id[node]) + " (" + name(node) + ")";
    }
}

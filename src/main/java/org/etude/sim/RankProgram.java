package org.etude.sim;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;
import org.etude.et.EtAttribute;
import org.etude.et.EtGraph;
import org.etude.et.EtNames;
import org.etude.et.EtNodeType;

/**
 * An execution trace made ready for issuing: nodes in ascending id, children as index columns, the attributes that rules
 * read. Ranks with the same trace share one.
 */
final class RankProgram {
    /** An attribute that is not there. */
    static final long MISSING = Long.MIN_VALUE;

    static final byte CPU = 0;
    static final byte GPU = 1;
    static final byte COMM = 2;
    /** Receives hold no slot. */
    static final byte RECV = 3;

    final EtGraph graph;
    final int size;
    final long[] id;
    final EtNodeType[] type;
    final byte[] slot;
    final boolean[] cpuOp;
    final long[] durationNs;
    final long[] commType;
    final long[] commSize;
    final long[] numOps;
    final long[] tensorSize;
    final long[] priority;
    final String[] group;
    final boolean[][] involved;
    final int[] parents;
    final int[] childStart;
    int[] children;
    /** A dependency on a node that is not there: "node 5 depends on 99", or null. */
    String dangling;

    private final int[] source;

    RankProgram(EtGraph graph) {
        this.graph = graph;
        Long2IntOpenHashMap last = new Long2IntOpenHashMap(graph.size());
        for (int i = 0; i < graph.size(); i++) {
            last.put(graph.id(i), i);
        }
        id = last.keySet().toLongArray();
        it.unimi.dsi.fastutil.longs.LongArrays.quickSort(id, Long::compareUnsigned);
        size = id.length;
        source = new int[size];
        type = new EtNodeType[size];
        slot = new byte[size];
        cpuOp = new boolean[size];
        durationNs = new long[size];
        commType = new long[size];
        commSize = new long[size];
        numOps = new long[size];
        tensorSize = new long[size];
        priority = new long[size];
        group = new String[size];
        involved = new boolean[size][];
        parents = new int[size];
        childStart = new int[size + 1];
        for (int n = 0; n < size; n++) {
            source[n] = last.get(id[n]);
            decode(n, source[n]);
        }
        join(last);
    }

    private void decode(int n, int at) {
        type[n] = graph.type(at);
        cpuOp[n] = graph.isCpuOp(at);
        slot[n] = slot(type[n], cpuOp[n]);
        durationNs[n] = graph.durationNanos(at);
        commType[n] = graph.integer(at, EtNames.COMM_TYPE, MISSING);
        commSize[n] = graph.integer(at, EtNames.COMM_SIZE, MISSING);
        numOps[n] = graph.integer(at, EtNames.NUM_OPS, MISSING);
        tensorSize[n] = graph.integer(at, EtNames.TENSOR_SIZE, MISSING);
        priority[n] = graph.integer(at, EtNames.COMM_PRIORITY, 0);
        group[n] = graph.string(at, EtNames.PG_NAME, "");
        EtAttribute dims = type[n] == EtNodeType.COMM_COLL ? graph.attribute(at, EtNames.INVOLVED_DIM) : null;
        if (dims != null && dims.kind() == EtAttribute.Kind.BOOL_LIST) {
            List<?> flags = (List<?>) dims.value();
            involved[n] = new boolean[flags.size()];
            for (int d = 0; d < flags.size(); d++) {
                involved[n][d] = (Boolean) flags.get(d);
            }
        }
    }

    private static byte slot(EtNodeType type, boolean cpuOp) {
        if (cpuOp) {
            return CPU;
        }
        return switch (type) {
            case COMP -> GPU;
            case COMM_RECV -> RECV;
            default -> COMM;
        };
    }

    /** Dependencies of all definitions of an id together, each once. */
    private void join(Long2IntOpenHashMap last) {
        Long2IntOpenHashMap place = new Long2IntOpenHashMap(size);
        place.defaultReturnValue(-1);
        for (int n = 0; n < size; n++) {
            place.put(id[n], n);
        }
        boolean unique = graph.size() == size;
        int[] from = new int[16];
        int[] to = new int[16];
        int edges = 0;
        LongOpenHashSet seen = new LongOpenHashSet();
        for (int at = 0; at < graph.size(); at++) {
            int node = place.get(graph.id(at));
            if (unique) {
                seen.clear();
            }
            for (int k = 0; k < graph.depCount(at); k++) {
                int parent = place.get(graph.dep(at, k));
                if (parent < 0) {
                    dangling = "node " + graph.id(at) + " depends on node " + graph.dep(at, k);
                } else if (seen.add(unique ? parent : (long) node << 32 | parent)) {
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

    /** Index of a node in the graph. */
    int source(int node) {
        return source[node];
    }

    String name(int node) {
        return graph.name(source[node]);
    }

    long attribute(int node, String name, long otherwise) {
        return graph.integer(source[node], name, otherwise);
    }

    String describe(int node) {
        return "node " + Long.toUnsignedString(id[node]) + " (" + name(node) + ")";
    }
}

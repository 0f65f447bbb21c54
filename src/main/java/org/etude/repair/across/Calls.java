// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.FeederOrder;
import org.etude.report.Sha256;
import org.etude.spec.CollectiveType;

/**
 * The collectives that one rank runs in one group, in feeder order, each with the number of preceding nodes without
 * communication. If work is alike on all ranks, this number identifies one of many equal collectives.
 */
public final class Calls {
    /** An unknown type or size. */
    public static final int UNKNOWN = -1;

    private final IntArrayList node = new IntArrayList();
    private final IntArrayList type = new IntArrayList();
    private final LongArrayList size = new LongArrayList();
    private final IntArrayList progress = new IntArrayList();
    /** 0 until computed. */
    private int hash;

    /** The calls of a graph by group name, the whole job's under "0". */
    public static Map<String, Calls> of(EtGraph graph) {
        Map<String, Calls> calls = new TreeMap<>(GroupNames.ORDER);
        if (!hasCollectives(graph)) {
            return calls;
        }
        int work = 0;
        int groupName = graph.key(EtNames.PG_NAME);
        for (int at : FeederOrder.of(graph).nodes()) {
            if (graph.type(at) == EtNodeType.COMM_COLL) {
                String group = graph.string(at, groupName, "");
                calls.computeIfAbsent(GroupNames.isWorld(group) ? "0" : group, key -> new Calls())
                        .add(graph, at, work);
            } else if (!graph.type(at).isComm()) {
                work++;
            }
        }
        return calls;
    }

    private static boolean hasCollectives(EtGraph graph) {
        for (int i = 0; i < graph.size(); i++) {
            if (graph.type(i) == EtNodeType.COMM_COLL) {
                return true;
            }
        }
        return false;
    }

    private void add(EtGraph graph, int at, int work) {
        CollectiveType known = CollectiveType.ofNumber(graph.integer(at, EtNames.COMM_TYPE, UNKNOWN));
        long bytes = graph.integer(at, EtNames.COMM_SIZE, UNKNOWN);
        add(at, known == null ? UNKNOWN : known.ordinal(), Math.max(bytes, UNKNOWN), work);
    }

    void add(int at, int commType, long bytes, int work) {
        node.add(at);
        type.add(commType);
        size.add(bytes);
        progress.add(work);
        hash = 0;
    }

    /** Number of calls. */
    public int count() {
        return node.size();
    }

    /** The number of its node in the graph. */
    public int node(int call) {
        return node.getInt(call);
    }

    /** {@link CollectiveType} number or {@link #UNKNOWN}. */
    int type(int call) {
        return type.getInt(call);
    }

    /** Bytes or {@link #UNKNOWN}. */
    long size(int call) {
        return size.getLong(call);
    }

    int progress(int call) {
        return progress.getInt(call);
    }

    /** Whether another rank calls the same collectives in the same order. */
    boolean isLike(Calls other) {
        return this == other || type.equals(other.type) && size.equals(other.size);
    }

    /** A hash that is equal for sequences that are alike. */
    int hash() {
        if (hash == 0) {
            hash = 31 * type.hashCode() + size.hashCode();
        }
        return hash;
    }

    /** A digest that is equal for sequences that are alike, and different for others. */
    public String print() {
        ByteBuffer bytes = ByteBuffer.allocate(count() * (Integer.BYTES + Long.BYTES));
        for (int call = 0; call < count(); call++) {
            bytes.putInt(type(call)).putLong(size(call));
        }
        return Sha256.hex(bytes.array());
    }

    /** The calls without their nodes. */
    public Sent sent() {
        return new Sent(type.toIntArray(), size.toLongArray(), progress.toIntArray());
    }

    /**
     * Calls for sending, which name no nodes.
     *
     * @param types by call, its type
     * @param sizes its bytes
     * @param progress the number of preceding nodes without communication
     */
    public record Sent(int[] types, long[] sizes, int[] progress) {
        /** The calls, whose nodes are all -1. */
        public Calls calls() {
            Calls calls = new Calls();
            for (int call = 0; call < types.length; call++) {
                calls.add(-1, types[call], sizes[call], progress[call]);
            }
            return calls;
        }
    }

    /** Whether every type and size is known and supported by simulators. */
    public boolean isSound(boolean astraSim) {
        for (int i = 0; i < count(); i++) {
            if (type(i) == UNKNOWN || size(i) == UNKNOWN || astraSim && !runsInAstraSim(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean runsInAstraSim(int call) {
        return switch (CollectiveType.ofNumber(type(call))) {
            case BROADCAST -> true;
            case ALL_REDUCE, ALL_GATHER, ALL_TO_ALL, REDUCE_SCATTER -> size(call) > 0;
            default -> false;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.et.timeline;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntSet;
import org.etude.et.graph.EtNodeType;
import org.etude.number.IntervalSet;
import org.etude.trace.activity.Activity;

/**
 * The recorded times of one rank's converted nodes; a node's index is its id minus one. About 40 bytes per node; the
 * arrays are shared and must not be modified.
 */
public final class RankTimeline {
    /** The resource of a node that names none. */
    public static final long NO_RESOURCE = Long.MIN_VALUE;

    private static final Activity[] ACTIVITIES = Activity.values();
    private static final EtNodeType[] TYPES = EtNodeType.values();

    private final int size;
    private final String[] names;
    private final byte[] types;
    private final boolean[] host;
    private final byte[] activities;
    private final long[] resource;
    private final long[] issued;
    private final long[] ended;
    private final int[] lastParent;
    private final Int2ObjectOpenHashMap<Transfer> transfers;
    private final IntervalSet hostWaits;
    private final IntSet sideThreads;

    RankTimeline(
            int size,
            String[] names,
            byte[] types,
            boolean[] host,
            byte[] activities,
            long[] resource,
            long[] issued,
            long[] ended,
            int[] lastParent,
            Int2ObjectOpenHashMap<Transfer> transfers,
            IntervalSet hostWaits,
            IntSet sideThreads) {
        this.size = size;
        this.names = names;
        this.types = types;
        this.host = host;
        this.activities = activities;
        this.resource = resource;
        this.issued = issued;
        this.ended = ended;
        this.lastParent = lastParent;
        this.transfers = transfers;
        this.hostWaits = hostWaits;
        this.sideThreads = sideThreads;
    }

    /**
     * The transfer of a node.
     *
     * @param group the number of its process group, as text; "" for none
     * @param source the sending rank; {@link #UNKNOWN} when not said
     * @param target the receiving rank, likewise
     * @param tag of a message, likewise
     * @param backend the library on the host that carries it, "" when the GPU does
     */
    public record Transfer(String group, long source, long target, long tag, String backend) {
        /** An unknown value. */
        public static final long UNKNOWN = Long.MIN_VALUE;

        static final Transfer NONE = new Transfer("", UNKNOWN, UNKNOWN, UNKNOWN, "");

        Transfer in(String otherGroup) {
            return new Transfer(otherGroup, source, target, tag, backend);
        }

        Transfer from(long rank) {
            return new Transfer(group, rank, target, tag, backend);
        }

        Transfer to(long rank) {
            return new Transfer(group, source, rank, tag, backend);
        }

        Transfer tagged(long number) {
            return new Transfer(group, source, target, number, backend);
        }

        Transfer by(String library) {
            return new Transfer(group, source, target, tag, library);
        }
    }

    /** The number of nodes. */
    public int size() {
        return size;
    }

    /** A node's name. */
    public String name(int node) {
        return names[node];
    }

    /** Its type. */
    public EtNodeType type(int node) {
        return TYPES[types[node]];
    }

    /** Whether it is an operator of the host. */
    public boolean isHost(int node) {
        return host[node];
    }

    /** The activity of its time. */
    public Activity activity(int node) {
        return ACTIVITIES[activities[node]];
    }

    /** The resource that it names, or {@link #NO_RESOURCE}. */
    public long resource(int node) {
        return resource[node];
    }

    /** When its work started, in ns. */
    public long issued(int node) {
        return issued[node];
    }

    /** When each node ended, in ns; the array may be longer than the nodes. */
    public long[] ended() {
        return ended;
    }

    /** By node, the dependency that ended last, -1 for none; the array may be longer than the nodes. */
    public int[] lastParents() {
        return lastParent;
    }

    /** Times at which the host timeline only waited for transfers, in ns on the rank's own clock. */
    public IntervalSet hostWaits() {
        return hostWaits;
    }

    /** The side threads of the host, numbered as in the linked rank, which do not wait with the host timeline. */
    public IntSet sideThreads() {
        return sideThreads;
    }

    /** Its transfer; a value with unknown fields for other nodes. */
    public Transfer transfer(int node) {
        return transfers.getOrDefault(node, Transfer.NONE);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;

/**
 * Numbers the resources on which the nodes of a rank run: communication streams (a single one, or one per process group
 * and one per peer) and the resources that recorded nodes name.
 */
public final class CommStreams {
    private static final String WORLD = "0";

    private final boolean several;
    private final boolean recorded;
    private final Map<Object, Short> numbers = new HashMap<>();
    /** The most recent resource: most nodes use the same one as the node before. */
    private long lastResource = RankProgram.MISSING;

    private short lastSlot;

    /** Creates the streams of a rank, ignoring the resources that nodes name. */
    CommStreams(boolean several) {
        this(several, false);
    }

    private CommStreams(boolean several, boolean recorded) {
        this.several = several;
        this.recorded = recorded;
    }

    /**
     * The streams as a run uses them. In compat mode, and where only {@code duration_micros} counts, there is one GPU
     * and one communication resource, whatever the trace names.
     */
    public static CommStreams of(SimOptions options) {
        return new CommStreams(options.perGroup(), !options.compat() && !options.wholeMicros());
    }

    /** Whether to use the times and resources that Etude records in addition to those of other simulators. */
    boolean recorded() {
        return recorded;
    }

    /**
     * The slot that a node holds while it runs, unless its transfer determines it.
     *
     * @param host whether it is a host operator
     * @param resource the one it names, or {@link RankProgram#MISSING}
     * @return the slot, or -1 when {@link #ofTransfer} determines it
     */
    public short ofNode(boolean host, EtNodeType type, long resource) {
        if (host) {
            return recorded && resource != RankProgram.MISSING ? ofWork(resource) : RankProgram.CPU;
        }
        if (type == EtNodeType.COMM_RECV) {
            return RankProgram.RECV;
        }
        return type == EtNodeType.COMP || names(resource) ? ofWork(resource) : -1;
    }

    /**
     * The slot that a transfer without a named resource holds.
     *
     * @param group of a collective, "" for the whole job
     * @param hostBackend whether a library on the host carries a message
     * @param target the rank that a message goes to
     */
    public short ofTransfer(EtNodeType type, String group, boolean hostBackend, long target) {
        return switch (type) {
            case COMM_COLL -> ofGroup(group);
            case COMM_SEND -> hostBackend ? RankProgram.RECV : toPeer(target);
            default -> RankProgram.COMM;
        };
    }

    /** Whether communication runs on the resources that recorded nodes name, such as a backend's threads. */
    public boolean namesThreads() {
        return recorded && several;
    }

    /** The slot of computation on a resource, named by the trace or {@link RankProgram#MISSING}. */
    short ofWork(long resource) {
        if (!recorded || resource == RankProgram.MISSING) {
            return RankProgram.GPU;
        }
        if (resource != lastResource) {
            lastSlot = next("resource " + resource);
            lastResource = resource;
        }
        return lastSlot;
    }

    /** Whether communication of a resource runs on the resource and not on the stream of its group or peer. */
    boolean names(long resource) {
        return namesThreads() && resource != RankProgram.MISSING;
    }

    boolean several() {
        return several;
    }

    /**
     * The stream of a group's collectives; those of the whole job share the first one with everything that belongs to
     * no group.
     */
    short ofGroup(String group) {
        return group.isEmpty() || group.equals(WORLD) ? RankProgram.COMM : number(group);
    }

    /** The stream of messages to a rank. */
    short toPeer(long rank) {
        return number(rank);
    }

    private short number(Object of) {
        return several ? next(of) : RankProgram.COMM;
    }

    private short next(Object of) {
        Short known = numbers.get(of);
        if (known != null) {
            return known;
        }
        int next = slots();
        if (next > Short.MAX_VALUE) {
            throw new SimulationException(
                    "a rank has more than " + (Short.MAX_VALUE - RankProgram.RECV)
                            + " process groups, peers and streams",
                    "Run it with one communication stream or with compat.");
        }
        numbers.put(of, (short) next);
        return (short) next;
    }

    /** The number of slots of a rank, including those of CPU, GPU and receives. */
    int slots() {
        return RankProgram.RECV + 1 + numbers.size();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.HashMap;
import java.util.Map;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;

/**
 * Numbers what the nodes of a rank run on: the communication streams - a single one, or one per process group and one per peer - and
 * the resources that recorded nodes name.
 */
public final class CommStreams {
    private static final String WORLD = "0";

    private final boolean several;
    private final boolean recorded;
    private final Map<Object, Short> numbers = new HashMap<>();
    /** The resource asked for last: most nodes run on what the one before ran on. */
    private long lastResource = RankProgram.MISSING;

    private short lastSlot;

    /** Streams of a rank, where the resources that nodes name count for nothing. */
    CommStreams(boolean several) {
        this(several, false);
    }

    private CommStreams(boolean several, boolean recorded) {
        this.several = several;
        this.recorded = recorded;
    }

    /** As a run has them: under compat, and where only {@code duration_micros} counts, there is one GPU and one communication
     * resource, whatever the trace names. */
    public static CommStreams of(SimOptions options) {
        return new CommStreams(options.perGroup(), !options.compat() && !options.wholeMicros());
    }

    /** Whether to use the times and resources that Etude records in addition to those of other simulators. */
    boolean recorded() {
        return recorded;
    }

    /**
     * What a node holds while it runs, unless its transfer decides that.
     *
     * @param host whether it is an operator of the host
     * @param resource the one it names, or {@link RankProgram#MISSING}
     * @return the slot, or -1: then {@link #ofTransfer} knows
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
     * What a transfer that names no resource holds.
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

    /** What computes of a resource run on, named by the trace or {@link RankProgram#MISSING}. */
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

    /** Whether communication of a resource runs on that and not on the stream of its group or peer. */
    boolean names(long resource) {
        return namesThreads() && resource != RankProgram.MISSING;
    }

    boolean several() {
        return several;
    }

    /** The stream of collectives of a group; those of the whole job share the first one with all that is of no group. */
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
        int next = slots();
        if (next > Short.MAX_VALUE) {
            throw new SimulationException(
                    "a rank has more than " + (Short.MAX_VALUE - RankProgram.RECV)
                            + " process groups, peers and streams",
                    "Run it with one communication stream or with compat.");
        }
        return numbers.computeIfAbsent(of, key -> (short) next);
    }

    /** Slots of a rank, those of CPU, GPU and receives included. */
    int slots() {
        return RankProgram.RECV + 1 + numbers.size();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.List;
import org.etude.trace.model.RankTrace;

/**
 * One rank's linked graph in columns. Nodes are ascending by start time where they have one; nodes of the execution trace
 * that lie outside the Kineto window, or on a thread that it does not show, have {@link #startNanos} {@link #UNTIMED}.
 * Host-side collectives on such a thread have an estimated start and no duration. Index arguments run from 0 to
 * {@link #size()} - 1.
 */
public interface LinkedRank {
    /** Start of a node that was never timed. */
    long UNTIMED = Long.MIN_VALUE;

    /** The traces it was made from. */
    RankTrace trace();

    /** The number of nodes. */
    int size();

    /** What node {@code i} is. */
    NodeKind kind(int i);

    /** Its name. */
    String name(int i);

    /** Start in ns on the rank's clock, or {@link #UNTIMED}. */
    long startNanos(int i);

    /** Duration in ns (inclusive), 0 when untimed. */
    long durationNanos(int i);

    /** Self time in ns: duration without children on the same thread; equal to the duration for GPU work. */
    long exclusiveNanos(int i);

    /** Host thread (from 0) or, for GPU nodes, the index of the stream lane; separate numberings. */
    int lane(int i);

    /** Whether a node takes measured time of a host thread: an operator, or a call that waits for the GPU. */
    default boolean takesHostTime(int i) {
        return (kind(i) == NodeKind.HOST_OP || kind(i) == NodeKind.SYNC_CALL) && startNanos(i) != UNTIMED;
    }

    /** GPU stream number in the trace, -1 on the host. */
    int stream(int i);

    /** GPU ordinal, -1 on the host. */
    int device(int i);

    /** Index in the execution trace, or -1. */
    int hostIndex(int i);

    /** Index in the Kineto trace, or -1. */
    int eventIndex(int i);

    /** The enclosing or launching host node, or -1. */
    int parent(int i);

    /** Index in the Kineto trace of the runtime call that launched GPU node {@code i}, or -1. */
    default int launchEvent(int i) {
        return -1;
    }

    /** The number that the trace states for the {@code k}-th of {@link #collectives()} within its group, or -1. */
    default long traceSequence(int k) {
        return -1;
    }

    /** Number of nodes that {@code i} waits for. */
    int dependencyCount(int i);

    /** The {@code k}-th node that {@code i} waits for. */
    int dependency(int i, int k);

    /** Why it waits for its {@code k}-th dependency. */
    EdgeKind dependencyKind(int i, int k);

    /** All collectives and transfers in order of start. */
    List<Collective> collectives();

    /** The collective of a communication node, the first of several messages, or null. */
    Collective collective(int i);

    /** The collective of a communication node, or the messages of a kernel that carries several, in the order of their calls. */
    List<Collective> collectives(int i);

    /** How much of the trace was linked. */
    List<Coverage> coverage();

    /**
     * A row of the coverage table.
     *
     * @param what GPU events, host ops, collectives
     * @param matched how many were linked
     * @param total how many there are
     */
    record Coverage(String what, long matched, long total) {}
}

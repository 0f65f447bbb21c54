// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import org.etude.spec.CollectiveType;

/**
 * One record of a flight recorder: a collective or message that a rank enqueued.
 *
 * @param record its number on the rank, from 0
 * @param group name of its process group
 * @param description purpose of the group, such as default_pg; "" when not stated
 * @param sequence number of the collective in the group, equal on all ranks; messages are numbered separately
 * @param op number of the operation, which distinguishes coalesced operations
 * @param name name of the call, such as {@code nccl:all_reduce}
 * @param type the collective, SEND or RECV, or UNKNOWN
 * @param from sender of a message as a rank of the group, else -1
 * @param to receiver of a message as a rank of the group, else -1
 * @param inBytes bytes of its inputs, or -1 when the element type is not known
 * @param outBytes bytes of its outputs, or -1
 * @param state its progress
 * @param createdNs when the host enqueued it, ns since 1970
 * @param startedNs when the watchdog saw it start, or 0
 * @param completedNs when the watchdog saw it end, or 0
 * @param retired whether the watchdog has finished or abandoned it
 * @param timeoutMs timeout in ms, or 0
 * @param caller file and line of the innermost Python frame outside PyTorch, "" when no frames were recorded
 */
public record FlightEntry(
        long record,
        String group,
        String description,
        long sequence,
        long op,
        String name,
        CollectiveType type,
        int from,
        int to,
        long inBytes,
        long outBytes,
        State state,
        long createdNs,
        long startedNs,
        long completedNs,
        boolean retired,
        long timeoutMs,
        String caller) {
    /** The progress of an operation. */
    public enum State {
        /** Enqueued by the host, but not started by the GPU. */
        SCHEDULED,
        /** Started by the GPU. */
        STARTED,
        /** Completed. */
        COMPLETED
    }

    /** Whether it is a message between two ranks. */
    public boolean isMessage() {
        return type == CollectiveType.SEND || type == CollectiveType.RECV;
    }

    /** Whether it is completed. */
    public boolean isComplete() {
        return state == State.COMPLETED;
    }

    /** The same operation in the state COMPLETED. */
    FlightEntry completed() {
        return new FlightEntry(
                record,
                group,
                description,
                sequence,
                op,
                name,
                type,
                from,
                to,
                inBytes,
                outBytes,
                State.COMPLETED,
                createdNs,
                startedNs,
                completedNs,
                retired,
                timeoutMs,
                caller);
    }

    /** The latest time recorded in it. */
    public long latestNs() {
        return Math.max(createdNs, Math.max(startedNs, completedNs));
    }

    /** The larger of inputs and outputs, or -1. */
    public long bytes() {
        return Math.max(inBytes, outBytes);
    }

    /** Its name without the backend: {@code all_reduce}. */
    public String operation() {
        return name.substring(name.indexOf(':') + 1);
    }
}

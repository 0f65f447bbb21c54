// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.List;

/**
 * The Kineto events of one rank in columns, sorted by start time (ties: longer first, then file order). Complete events
 * only: ranges that began and ended. Index arguments run from 0 to {@link #size()} - 1.
 */
public interface DeviceTrace {
    /** An id that is missing from the file. */
    long NONE = -1;

    /** The number of events. */
    int size();

    /**
     * Whether it holds GPU work; without any, host operators are the computation. Linear up to the first GPU event.
     */
    default boolean hasGpuWork() {
        for (int i = 0; i < size(); i++) {
            if (kind(i).isGpuWork()) {
                return true;
            }
        }
        return false;
    }

    /** The kind of event {@code i}. */
    EventKind kind(int i);

    /** Dictionary number of the name; the text is {@code names().text(nameId(i))}. */
    int nameId(int i);

    /** The name. */
    default String name(int i) {
        return names().text(nameId(i));
    }

    /** The dictionary of names. */
    StringTable names();

    /** Start in ns on the rank's clock: 0 is the trace's own base time. */
    long startNanos(int i);

    /** Duration in ns; 0 when missing or invalid (reported as a finding). */
    long durationNanos(int i);

    /** End in ns on the rank's clock. */
    default long endNanos(int i) {
        return startNanos(i) + durationNanos(i);
    }

    /** Whether the time or duration in the file was invalid (NaN, negative, infinite); exclude it from sums. */
    boolean isFlagged(int i);

    /** Host thread (for host events) or stream lane (for GPU events), a small number unique in this trace. */
    int lane(int i);

    /** The tid as written in the file, for people. */
    String laneName(int lane);

    /** Number of lanes. */
    int laneCount();

    /** GPU ordinal as the file says, -1 for host events. */
    int device(int i);

    /** GPU stream as the file says (0 is a stream), -1 when there is none. */
    int stream(int i);

    /** Correlation of a runtime call and the GPU work it launched, or {@link #NONE}. */
    long correlation(int i);

    /** {@code External id}, or {@link #NONE}. */
    long externalId(int i);

    /** {@code Record function id}: the execution trace's rf_id as an unsigned 64-bit value; 0 when absent. */
    long recordFunctionId(int i);

    /** {@code Sequence number} of autograd, or {@link #NONE}. */
    long sequenceNumber(int i);

    /** {@code Fwd thread id} of a backward operator, or {@link #NONE}. */
    long forwardThread(int i);

    /** Collective arguments of a kernel or record_param_comms, or null. */
    CommArgs comm(int i);

    /** Bytes of a copy, or a collective's bytes when a user annotation names them ({@code |bytes=N}); -1 when unknown. */
    long bytes(int i);

    /** Handles (event, stream, ...) on or for which a runtime call waits; null when it states none. */
    SyncArgs sync(int i);

    /** {@code Input Dims} as compact JSON text, or "". Kept for communication operators, record_param_comms and {@link MatrixOperator}. */
    String inputDims(int i);

    /** {@code Input type} as compact JSON text, or "". Kept like {@link #inputDims}. */
    String inputTypes(int i);

    /** {@code Concrete Inputs} as compact JSON text, or "". Kept like {@link #inputDims}. */
    String concreteInputs(int i);

    /** Hardware counters of a {@code cuda_profiler_range}, which is of kind {@link EventKind#OTHER}; none of other events. */
    default List<CounterValue> counters(int i) {
        return List.of();
    }

    /** Allocations and releases. */
    default MemoryEvents memory() {
        return MemoryEvents.NONE;
    }

    /** The file's header. */
    TraceHeader header();
}

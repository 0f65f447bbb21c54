// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/** An outermost operator of the profiler's trace, with the kernels that it launched; times in us. */
final class ProfiledOp {
    private final String name;
    private final Long sequence;
    private final double start;
    private final double end;
    private final Set<Long> launches = new HashSet<>();
    private double firstKernel;
    private double lastKernel;
    private double busy;
    private boolean spanInParts;
    private boolean busyInParts;

    ProfiledOp(JsonNode event) {
        JsonNode number = event.path("args").path("Sequence number");
        name = event.path("name").asText();
        sequence = number.isNumber() ? (Long) number.asLong() : null;
        start = event.path("ts").asDouble();
        end = start + event.path("dur").asDouble();
    }

    String name() {
        return name;
    }

    /** The number shared by a forward operator and its backward node; null if there is none. */
    Long sequence() {
        return sequence;
    }

    double start() {
        return start;
    }

    /** From the first kernel's start to the last one's end. */
    double span() {
        return lastKernel - firstKernel;
    }

    /** The sum of the kernels' durations. */
    double busy() {
        return busy;
    }

    /** Whether it lies within another operator's time; with equal times, only if the names differ. */
    boolean within(ProfiledOp other) {
        boolean strictly = end <= other.end && start > other.start || end < other.end && start >= other.start;
        return strictly || end == other.end && start == other.start && !name.equals(other.name);
    }

    boolean covers(ProfiledOp other) {
        return end >= other.end && start < other.start;
    }

    void launch(double from, double to, long correlation) {
        if (end > to && start < from) {
            launches.add(correlation);
        }
    }

    /**
     * Adds a kernel if it was launched here; takes its times and the start of the iteration as the profiler wrote them.
     */
    void kernel(long correlation, JsonNode from, JsonNode lasting, JsonNode zero) {
        if (launches.contains(correlation)) {
            double start = from.asDouble();
            double stop = start + lasting.asDouble();
            double begin = start - zero.asDouble();
            // As in the original, 0 means none.
            firstKernel = firstKernel == 0 ? begin : Math.min(firstKernel, begin);
            lastKernel = Math.max(lastKernel, stop - zero.asDouble());
            busy += stop - start;
            busyInParts |= from.isFloatingPointNumber() || lasting.isFloatingPointNumber();
            spanInParts |= busyInParts || zero.isFloatingPointNumber();
        }
    }

    /** Whether the times of the span have a decimal point, even with zero decimals. */
    boolean spanInParts() {
        return spanInParts;
    }

    /** Whether the durations have a decimal point. */
    boolean busyInParts() {
        return busyInParts;
    }
}

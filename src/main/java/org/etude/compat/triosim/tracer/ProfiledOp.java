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

    /** The number that a forward operator shares with its backward node; null without one. */
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

    /** Whether it lies in another operator's time; with equal times another name decides. */
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

    /** Adds a kernel if it was launched here; its times and the start of the iteration as the profiler wrote them. */
    void kernel(long correlation, JsonNode from, JsonNode lasting, JsonNode zero) {
        if (launches.contains(correlation)) {
            double start = from.asDouble();
            double stop = start + lasting.asDouble();
            double begin = start - zero.asDouble();
            // 0 represents none, as in the original.
            firstKernel = firstKernel == 0 ? begin : Math.min(firstKernel, begin);
            lastKernel = Math.max(lastKernel, stop - zero.asDouble());
            busy += stop - start;
            busyInParts |= from.isFloatingPointNumber() || lasting.isFloatingPointNumber();
            spanInParts |= busyInParts || zero.isFloatingPointNumber();
        }
    }

    /** Whether the span is made of numbers with a fraction part, be it 0. */
    boolean spanInParts() {
        return spanInParts;
    }

    /** Whether the durations are. */
    boolean busyInParts() {
        return busyInParts;
    }
}

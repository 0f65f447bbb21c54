package org.etude.workload.triosim.tracer;

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

    /** Adds a kernel if it was launched here; times from the start of the iteration. */
    void kernel(long correlation, double from, double to) {
        if (launches.contains(correlation)) {
            // 0 stands for none, as in the original.
            firstKernel = firstKernel == 0 ? from : Math.min(firstKernel, from);
            lastKernel = Math.max(lastKernel, to);
            busy += to - from;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import java.util.ArrayList;
import java.util.List;
import org.etude.number.Digits;
import org.etude.report.Progress;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.MemoryEvents;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;

/** Computes the memory of all recorded steps. */
public final class StepMemories {
    private static final String STEP = "ProfilerStep#";
    /** An execution trace of two steps or more exceeds it. */
    private static final double MOST_NODES_PER_OPERATOR = 1.5;

    private StepMemories() {}

    /** One entry per rank and step, for ranks with an execution trace that records tensors. */
    public static List<StepMemory> of(TraceSet traces) {
        List<StepMemory> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            if (rank.host() != null) {
                Progress.checkInterrupted();
                add(rank, all);
            }
        }
        return all;
    }

    private static void add(RankTrace rank, List<StepMemory> into) {
        HostTrace host = rank.host();
        List<Integer> marks = new ArrayList<>();
        for (int node = 0; node < host.size(); node++) {
            if (host.name(node).startsWith(STEP)) {
                marks.add(node);
            }
        }
        if (marks.isEmpty()) {
            add(rank, onlyStep(rank), 0, host.size(), into);
        }
        for (int k = 0; k < marks.size(); k++) {
            int end = k + 1 < marks.size() ? marks.get(k + 1) : host.size();
            add(rank, number(host.name(marks.get(k))), marks.get(k), end, into);
        }
    }

    /**
     * The number of the profile's only step if the execution trace, which marks none, extends over it: it has few nodes
     * that the profile has no operators for. Otherwise -1.
     */
    private static int onlyStep(RankTrace rank) {
        if (rank.device() == null || rank.steps().size() != 1) {
            return -1;
        }
        DeviceTrace device = rank.device();
        long operators = 0;
        for (int i = 0; i < device.size(); i++) {
            operators += device.kind(i).isHostOp() ? 1 : 0;
        }
        return rank.host().size() <= MOST_NODES_PER_OPERATOR * operators
                ? rank.steps().get(0).number()
                : -1;
    }

    private static int number(String name) {
        return Digits.toInt(name.substring(STEP.length()));
    }

    private static void add(RankTrace rank, int number, int from, int to, List<StepMemory> into) {
        StepStorages step = StepStorages.of(rank.host(), from, to);
        if (!step.lives().isEmpty()) {
            into.add(StepMemory.of(rank.rank(), number, rank.host(), step, recordedRise(rank, number, step.device())));
        }
    }

    /**
     * The largest rise of bytes in use above an earlier low within the step, according to the profiler's memory events.
     */
    private static long recordedRise(RankTrace rank, int number, String device) {
        MemoryEvents events =
                rank.device() == null ? MemoryEvents.NONE : rank.device().memory();
        StepWindow window = rank.steps().stream()
                .filter(step -> step.number() == number)
                .findFirst()
                .orElse(new StepWindow(-1, Long.MIN_VALUE, Long.MAX_VALUE));
        boolean any = false;
        long sum = 0;
        long lowest = 0;
        long rise = 0;
        for (int i = 0; i < events.size(); i++) {
            boolean within = events.nanos()[i] >= window.startNanos() && events.nanos()[i] < window.endNanos();
            if (within && events.deviceName(i).equals(device)) {
                any = true;
                sum += events.change()[i];
                rise = Math.max(rise, sum - lowest);
                lowest = Math.min(lowest, sum);
            }
        }
        return any ? rise : -1;
    }
}

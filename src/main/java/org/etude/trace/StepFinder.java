package org.etude.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the profiler's steps: events named ProfilerStep#N. */
final class StepFinder {
    private static final String PREFIX = "ProfilerStep#";

    private StepFinder() {}

    /**
     * The steps by time. Of several events with one number that of the annotation counts, then the operator, then the GPU's
     * shadow, and of those the longest.
     */
    static List<RankTrace.StepWindow> find(DeviceTrace trace) {
        int[] numbers = numbers(trace.names());
        Map<Integer, Integer> best = new TreeMap<>();
        for (int i = 0; i < trace.size(); i++) {
            int number = numbers[trace.nameId(i)];
            if (number >= 0 && !trace.isFlagged(i)) {
                Integer there = best.get(number);
                if (there == null || isBetter(trace, i, there)) {
                    best.put(number, i);
                }
            }
        }
        List<RankTrace.StepWindow> steps = new ArrayList<>();
        best.forEach(
                (number, i) -> steps.add(new RankTrace.StepWindow(number, trace.startNanos(i), trace.endNanos(i))));
        steps.sort(Comparator.comparingLong(RankTrace.StepWindow::startNanos));
        return steps;
    }

    private static boolean isBetter(DeviceTrace trace, int a, int b) {
        int byKind = Integer.compare(order(trace.kind(a)), order(trace.kind(b)));
        return byKind != 0 ? byKind < 0 : trace.durationNanos(a) > trace.durationNanos(b);
    }

    private static int order(EventKind kind) {
        return switch (kind) {
            case USER_ANNOTATION -> 0;
            case CPU_OP -> 1;
            case GPU_ANNOTATION -> 3;
            default -> 2;
        };
    }

    private static int[] numbers(Names names) {
        int[] numbers = new int[names.size()];
        for (int id = 0; id < numbers.length; id++) {
            numbers[id] = number(names.text(id));
        }
        return numbers;
    }

    private static int number(String name) {
        if (!name.startsWith(PREFIX) || name.length() == PREFIX.length() || name.length() > PREFIX.length() + 9) {
            return -1;
        }
        int value = 0;
        for (int i = PREFIX.length(); i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + c - '0';
        }
        return value;
    }
}

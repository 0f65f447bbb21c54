package org.etude.trace.clock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.StringTable;

/** Finds the profiler's steps: events named ProfilerStep#N. */
public final class StepFinder {
    private static final String PREFIX = "ProfilerStep#";

    private StepFinder() {}

    /**
     * What was found.
     *
     * @param steps the steps by time
     * @param covered numbers of marks that cover a step which another mark covers more closely; they are no steps
     */
    public record Found(List<StepWindow> steps, List<Integer> covered) {}

    /** The steps by time: {@link #search(DeviceTrace)}. */
    public static List<StepWindow> find(DeviceTrace trace) {
        return search(trace).steps();
    }

    /**
     * Of several events with one number that of the annotation counts, then the operator, then the GPU's shadow, and of those
     * the longest. Shadows count only where the host has no marks at all: they lie at the GPU's times. Of marks that cover the
     * same step (a hand-made one around the profiler's) the closer one counts.
     */
    public static Found search(DeviceTrace trace) {
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
        if (best.values().stream().anyMatch(i -> trace.kind(i) != EventKind.GPU_ANNOTATION)) {
            best.values().removeIf(i -> trace.kind(i) == EventKind.GPU_ANNOTATION);
        }
        List<StepWindow> marks = new ArrayList<>();
        best.forEach((number, i) -> marks.add(new StepWindow(number, trace.startNanos(i), trace.endNanos(i))));
        return distinct(marks);
    }

    private static Found distinct(List<StepWindow> marks) {
        List<StepWindow> closestFirst = new ArrayList<>(marks);
        closestFirst.sort(Comparator.comparingLong(StepFinder::length));
        TreeMap<Long, StepWindow> steps = new TreeMap<>();
        List<Integer> covered = new ArrayList<>();
        for (StepWindow mark : closestFirst) {
            Map.Entry<Long, StepWindow> before = steps.floorEntry(mark.startNanos());
            Map.Entry<Long, StepWindow> behind = steps.higherEntry(mark.startNanos());
            if (before != null && isSame(before.getValue(), mark)
                    || behind != null && isSame(behind.getValue(), mark)) {
                covered.add(mark.number());
            } else {
                steps.put(mark.startNanos(), mark);
            }
        }
        return new Found(List.copyOf(steps.values()), covered);
    }

    /** Whether most of the shorter of two marks, the first, lies within the other. */
    private static boolean isSame(StepWindow shorter, StepWindow other) {
        long shared =
                Math.min(shorter.endNanos(), other.endNanos()) - Math.max(shorter.startNanos(), other.startNanos());
        return 2 * shared > length(shorter) || shared == 0 && length(shorter) == 0 && length(other) == 0;
    }

    private static long length(StepWindow mark) {
        return mark.endNanos() - mark.startNanos();
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

    private static int[] numbers(StringTable names) {
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.number.Digits;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.StringTable;

/** Finds the profiler's steps: events named ProfilerStep#N. */
public final class StepFinder {
    private static final String PREFIX = "ProfilerStep#";
    /** Rank of GPU marks, after those of the host. */
    private static final int SHADOW = 3;

    private StepFinder() {}

    /**
     * What was found.
     *
     * @param steps the steps by time, each number once
     * @param covered numbers of marks around a step that another mark delimits more closely; they are not steps
     * @param repeated numbers of steps dropped because a longer step elsewhere has the same number
     */
    public record Found(List<StepWindow> steps, List<Integer> covered, List<Integer> repeated) {}

    /** Whether events of these names mark steps. */
    public static boolean[] marks(StringTable names) {
        int[] numbers = numbers(names);
        boolean[] marks = new boolean[numbers.length];
        for (int name = 0; name < marks.length; name++) {
            marks[name] = numbers[name] >= 0;
        }
        return marks;
    }

    private record Mark(StepWindow window, int order) {
        long length() {
            return StepFinder.length(window);
        }
    }

    /** The steps by time: {@link #search(DeviceTrace)}. */
    public static List<StepWindow> find(DeviceTrace trace) {
        return search(trace).steps();
    }

    /**
     * A step is a time interval, not a number. Of several marks over the same interval the closest counts (the
     * profiler's own, not a hand-made one around it, whatever their numbers); of a mark recorded as both annotation and
     * operator, the annotation. GPU marks have GPU times, one per stream; they count only if the host has none, the
     * longest of each number.
     */
    public static Found search(DeviceTrace trace) {
        int[] numbers = numbers(trace.names());
        List<Mark> marks = new ArrayList<>();
        boolean host = false;
        for (int i = 0; i < trace.size(); i++) {
            int number = numbers[trace.nameId(i)];
            if (number >= 0 && !trace.isFlagged(i)) {
                marks.add(
                        new Mark(new StepWindow(number, trace.startNanos(i), trace.endNanos(i)), order(trace.kind(i))));
                host |= trace.kind(i) != EventKind.GPU_ANNOTATION;
            }
        }
        if (!host) {
            return distinct(longest(marks, new ArrayList<>()), new ArrayList<>());
        }
        List<Integer> covered = new ArrayList<>();
        marks.removeIf(mark -> mark.order == SHADOW);
        List<Mark> closest = closestOfEachNumber(marks, covered);
        Found found = distinct(closest, covered);
        List<Integer> repeated = new ArrayList<>();
        List<StepWindow> steps = new ArrayList<>();
        longest(found.steps.stream().map(step -> new Mark(step, 0)).toList(), repeated)
                .forEach(mark -> steps.add(mark.window));
        steps.sort(Comparator.comparingLong(StepWindow::startNanos));
        return new Found(List.copyOf(steps), covered, repeated);
    }

    /** The longest mark of each number. */
    private static List<Mark> longest(List<Mark> marks, List<Integer> others) {
        Map<Integer, Mark> best = new TreeMap<>();
        for (Mark mark : marks) {
            Mark there = best.get(mark.window.number());
            if (there != null) {
                others.add(mark.window.number());
            }
            if (there == null || mark.length() > there.length()) {
                best.put(mark.window.number(), mark);
            }
        }
        return new ArrayList<>(best.values());
    }

    /** Drops marks over the same interval as another of their number, preferring annotations, then closer marks. */
    private static List<Mark> closestOfEachNumber(List<Mark> marks, List<Integer> covered) {
        List<Mark> sorted = new ArrayList<>(marks);
        sorted.sort(Comparator.comparingInt(Mark::order).thenComparingLong(Mark::length));
        Map<Integer, List<Mark>> kept = new TreeMap<>();
        for (Mark mark : sorted) {
            List<Mark> own = kept.computeIfAbsent(mark.window.number(), n -> new ArrayList<>(1));
            Mark twin = own.stream()
                    .filter(there -> isTwin(there, mark))
                    .findFirst()
                    .orElse(null);
            if (twin == null) {
                own.removeIf(there -> there.order == mark.order && isSame(there.window, mark.window));
                own.add(mark);
            } else if (twin.order == mark.order) {
                covered.add(mark.window.number());
            }
        }
        List<Mark> all = new ArrayList<>();
        kept.values().forEach(all::addAll);
        return all;
    }

    /** Whether two marks with one number belong to the same step: they largely overlap, or have different kinds. */
    private static boolean isTwin(Mark there, Mark mark) {
        StepWindow shorter = there.length() <= mark.length() ? there.window : mark.window;
        StepWindow longer = shorter == there.window ? mark.window : there.window;
        return isSame(shorter, longer) && (there.order != mark.order || 2 * length(shorter) > length(longer));
    }

    private static Found distinct(List<Mark> marks, List<Integer> covered) {
        List<Mark> closestFirst = new ArrayList<>(marks);
        closestFirst.sort(Comparator.comparingLong(Mark::length));
        TreeMap<Long, StepWindow> steps = new TreeMap<>();
        for (Mark candidate : closestFirst) {
            StepWindow mark = candidate.window;
            Map.Entry<Long, StepWindow> before = steps.floorEntry(mark.startNanos());
            Map.Entry<Long, StepWindow> behind = steps.higherEntry(mark.startNanos());
            if (before != null && isSame(before.getValue(), mark)
                    || behind != null && isSame(behind.getValue(), mark)) {
                covered.add(mark.number());
            } else {
                steps.put(mark.startNanos(), mark);
            }
        }
        return new Found(List.copyOf(steps.values()), covered, List.of());
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

    private static int order(EventKind kind) {
        return switch (kind) {
            case USER_ANNOTATION -> 0;
            case CPU_OP -> 1;
            case GPU_ANNOTATION -> SHADOW;
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
        return name.startsWith(PREFIX) ? Digits.toInt(name.substring(PREFIX.length())) : -1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.flight.FlightEntry.State;
import org.etude.flight.FlightStall.Kind;

/**
 * Which rank did not come to which collective, and since when. In each group the first collective that a rank has enqueued and not
 * finished is where the group waits; a rank of the group that has no record of it, and none of a later one, did not come. A stall
 * whose missing ranks all wait in other stalls follows from those; one with a missing rank that waits nowhere is a cause, the more so
 * the fewer of its missing ranks wait elsewhere. When every stall follows from another, ranks wait for each other in a cycle. O(records).
 */
public final class FlightDiagnosis {
    private static final long NANOS = 1_000_000;

    private final FlightMeetings meetings;
    private final List<FlightStall> found = new ArrayList<>();

    private FlightDiagnosis(FlightMeetings meetings) {
        this.meetings = meetings;
    }

    /** The stalls, causes first, the plainest and earliest of them first; none when everything enqueued is finished. */
    public static List<FlightStall> of(FlightMeetings meetings) {
        return new FlightDiagnosis(meetings).stalls();
    }

    private List<FlightStall> stalls() {
        long latest = meetings.dumps().values().stream()
                .flatMap(d -> d.entries().stream())
                .mapToLong(FlightEntry::latestNs)
                .max()
                .orElse(0);
        for (FlightLane lane : meetings.lanes()) {
            meetings.of(lane).stream()
                    .filter(FlightMeeting::isOpen)
                    .findFirst()
                    .ifPresent(open -> found.add(stall(open, latest)));
        }
        Map<Integer, List<Integer>> waits = waits();
        Map<FlightMeeting, Long> elsewhere = new HashMap<>();
        List<FlightStall> judged = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            int self = i;
            List<Integer> blockers = found.get(i).blockers();
            long others = blockers.stream()
                    .filter(rank -> waits.getOrDefault(rank, List.of()).stream().anyMatch(s -> s != self))
                    .count();
            elsewhere.put(found.get(i).meeting(), others);
            judged.add(judged(found.get(i), blockers.isEmpty() || others < blockers.size(), ""));
        }
        if (judged.stream().noneMatch(FlightStall::cause)) {
            judged.replaceAll(s ->
                    judged(s, true, "ranks wait for each other in a cycle: they call their groups in different order"));
        }
        judged.sort(Comparator.comparing(FlightStall::cause)
                .reversed()
                .thenComparingLong(s -> elsewhere.get(s.meeting()))
                .thenComparingLong(FlightStall::sinceNs)
                .thenComparing(s -> s.meeting().lane().group()));
        return judged;
    }

    /** In which stalls each rank waits. */
    private Map<Integer, List<Integer>> waits() {
        Map<Integer, List<Integer>> waits = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            for (int rank : found.get(i).waiting()) {
                if (!found.get(i).behind().contains(rank)) {
                    waits.computeIfAbsent(rank, r -> new ArrayList<>()).add(i);
                }
            }
        }
        return waits;
    }

    private static FlightStall judged(FlightStall s, boolean cause, String cycle) {
        String detail = cycle.isEmpty() ? s.detail() : s.detail().isEmpty() ? cycle : s.detail() + "; " + cycle;
        return new FlightStall(
                s.meeting(),
                s.kind(),
                s.waiting(),
                s.missing(),
                s.undumped(),
                s.behind(),
                s.sinceNs(),
                s.waitedNs(),
                cause,
                detail);
    }

    private FlightStall stall(FlightMeeting open, long latest) {
        List<Integer> missing = new ArrayList<>();
        List<Integer> undumped = new ArrayList<>();
        for (int rank : open.lane().members()) {
            if (!meetings.dumps().containsKey(rank)) {
                undumped.add(rank);
            } else if (!open.entries().containsKey(rank) && !meetings.hasPassed(rank, open)) {
                missing.add(rank);
            }
        }
        List<Integer> waiting = new ArrayList<>();
        List<Integer> scheduled = new ArrayList<>();
        long since = Long.MAX_VALUE;
        long timeout = 0;
        for (Map.Entry<Integer, FlightEntry> e : open.entries().entrySet()) {
            FlightEntry entry = e.getValue();
            if (!entry.isComplete()) {
                waiting.add(e.getKey());
                since = Math.min(since, entry.createdNs());
                timeout = Math.max(timeout, entry.retired() ? entry.timeoutMs() * NANOS : 0);
                if (entry.state() == State.SCHEDULED) {
                    scheduled.add(e.getKey());
                }
            }
        }
        boolean some = scheduled.size() < waiting.size() || open.isDoneSomewhere();
        List<Integer> behind = some ? scheduled : List.of();
        String difference = open.difference();
        Kind kind = !difference.isEmpty()
                ? Kind.MISMATCH
                : !missing.isEmpty() || !undumped.isEmpty() && !open.isDoneSomewhere()
                        ? Kind.MISSING
                        : !behind.isEmpty() ? Kind.BEHIND : Kind.UNFINISHED;
        return new FlightStall(
                open,
                kind,
                waiting,
                missing,
                undumped,
                behind,
                since,
                Math.max(Math.max(0, latest - since), timeout),
                false,
                difference.isEmpty() ? last(missing) : difference);
    }

    /** What the first missing rank recorded last. */
    private String last(List<Integer> missing) {
        if (missing.isEmpty()) {
            return "";
        }
        FlightDump dump = meetings.dumps().get(missing.get(0));
        if (dump.entries().isEmpty()) {
            return "rank " + dump.rank() + " recorded nothing";
        }
        FlightEntry last = dump.entries().get(dump.entries().size() - 1);
        return "rank " + dump.rank() + " last enqueued " + last.operation() + " #" + last.sequence() + " of group "
                + last.group() + (last.caller().isEmpty() ? "" : " at " + last.caller()) + ", "
                + last.state().name().toLowerCase(Locale.ROOT);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.flight.FlightEntry.State;
import org.etude.flight.FlightStall.Kind;

/**
 * Determines which rank did not reach which collective, and since when. A group waits in the first collective that a
 * rank has enqueued but not finished; a rank of the group without a record of it or of a later one did not reach it. A
 * rank that waits in another stall is not to blame for this one ({@link FlightHolds}). A stall whose missing ranks all
 * wait elsewhere is a consequence; any other is a cause. Stalls that are consequences of each other form a cycle of
 * waits, and are causes if nothing else holds them up. O(records).
 */
public final class FlightDiagnosis {
    private static final long NANOS = 1_000_000;
    private static final String CYCLE = " wait for each other in a cycle: they call their groups in different orders";

    private final FlightMeetings meetings;

    private FlightDiagnosis(FlightMeetings meetings) {
        this.meetings = meetings;
    }

    /**
     * The stalls, causes first, then those without held ranks, then by the start of waiting; empty when everything
     * enqueued is finished.
     */
    public static List<FlightStall> of(FlightMeetings meetings) {
        return new FlightDiagnosis(meetings).stalls();
    }

    private List<FlightStall> stalls() {
        long latest = meetings.dumps().values().stream()
                .flatMap(d -> d.entries().stream())
                .mapToLong(FlightEntry::latestNs)
                .max()
                .orElse(0);
        List<FlightStall> found = new ArrayList<>();
        for (FlightLane lane : meetings.lanes()) {
            meetings.of(lane).stream()
                    .filter(FlightMeeting::isOpen)
                    .findFirst()
                    .ifPresent(open -> found.add(stall(open, latest)));
        }
        FlightHolds holds = new FlightHolds(found);
        List<FlightStall> judged = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            judged.add(judged(i, found.get(i), holds));
        }
        judged.sort(Comparator.comparing(FlightStall::cause)
                .reversed()
                .thenComparing(s -> !s.held().isEmpty())
                .thenComparingLong(FlightStall::sinceNs)
                .thenComparing(s -> s.meeting().lane().group()));
        return judged;
    }

    private FlightStall judged(int number, FlightStall stall, FlightHolds holds) {
        // In a cycle every rank waits elsewhere, and the cycle is the cause.
        List<Integer> elsewhere = holds.isCycle(number) ? List.of() : holds.held(number);
        List<Integer> cycle = holds.cycle(number);
        FlightStall blamed =
                stall.judged(elsewhere, holds.isCycle(number) ? cycle : List.of(), holds.isCause(number), "");
        List<String> details = new ArrayList<>();
        details.add(stall.kind() == Kind.MISMATCH ? stall.detail() : last(stall, blamed));
        details.add(cycle.isEmpty() ? "" : FlightVerdict.each(cycle) + CYCLE);
        details.removeIf(String::isEmpty);
        return blamed.judged(elsewhere, blamed.cycle(), blamed.cause(), String.join("; ", details));
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
        boolean some = scheduled.size() < waiting.size() || meetings.isDone(open);
        List<Integer> behind = some ? scheduled : List.of();
        String difference = open.difference();
        Kind kind = !difference.isEmpty()
                ? Kind.MISMATCH
                : !missing.isEmpty() || !undumped.isEmpty() && !meetings.isDone(open)
                        ? Kind.MISSING
                        : !behind.isEmpty() ? Kind.BEHIND : Kind.UNFINISHED;
        return new FlightStall(
                open,
                kind,
                waiting,
                missing,
                undumped,
                behind,
                List.of(),
                List.of(),
                since,
                Math.max(Math.max(0, latest - since), timeout),
                false,
                difference);
    }

    /** The last record of the first missing rank, preferably of one to blame. */
    private String last(FlightStall stall, FlightStall blamed) {
        List<Integer> missing = blamed.without(stall.missing());
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

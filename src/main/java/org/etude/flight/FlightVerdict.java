// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.etude.number.NumberRuns;
import org.etude.report.Counted;

/** Describes stalls in one sentence. */
public final class FlightVerdict {
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final double NANOS = 1e9;

    private FlightVerdict() {}

    /** The stalls in one line: the first cause, and the number of further ones that blame other ranks. */
    public static String of(List<FlightStall> stalls, int records, int ranks) {
        if (stalls.isEmpty()) {
            return "No rank waits: all " + records + " recorded operations of " + Counted.of(ranks, "rank")
                    + " are complete.";
        }
        Set<Integer> named = new HashSet<>(toLookAt(stalls.get(0)));
        int more = 0;
        for (FlightStall stall : stalls.subList(1, stalls.size())) {
            List<Integer> ranksOfIt = toLookAt(stall);
            if (stall.cause() && (ranksOfIt.isEmpty() || !named.containsAll(ranksOfIt))) {
                more++;
                named.addAll(ranksOfIt);
            }
        }
        return of(stalls.get(0)) + (more > 0 ? " (" + more + " more)" : "");
    }

    private static List<Integer> toLookAt(FlightStall stall) {
        return stall.cycle().isEmpty() ? stall.blamed() : stall.cycle();
    }

    /** One stall: which rank, which operation, since when. */
    public static String of(FlightStall stall) {
        String what = what(stall.meeting());
        String waited = stall.waitedNs() < NANOS
                ? ""
                : String.format(Locale.ROOT, ", for at least %.1f s", stall.waitedNs() / NANOS);
        String since = time(stall.sinceNs()) + waited;
        String wait = ranks(stall.waiting()) + (stall.waiting().size() == 1 ? " has waited" : " have waited");
        String cycle = stall.cycle().isEmpty() ? "" : each(stall.cycle()) + " wait for each other: ";
        return cycle
                + switch (stall.kind()) {
                    case MISSING ->
                        missing(stall) + " " + what + held(stall, "reach it") + "; " + wait + " since " + since;
                    case MISMATCH ->
                        "ranks disagree about " + what + ": " + stall.meeting().difference() + "; " + wait + " since "
                                + since;
                    case BEHIND ->
                        ranks(stall.without(stall.behind())) + " enqueued " + what + " but the GPU has not started it"
                                + held(stall, "start it") + "; " + wait + " since " + since;
                    case UNFINISHED ->
                        "all ranks reached " + what + " but it does not end; " + wait + " since " + since;
                };
    }

    private static String missing(FlightStall stall) {
        List<String> parts = new ArrayList<>();
        List<Integer> missing = stall.without(stall.missing());
        if (!missing.isEmpty()) {
            parts.add(ranks(missing) + " did not reach");
        }
        if (!stall.undumped().isEmpty()) {
            boolean one = stall.undumped().size() == 1;
            parts.add(ranks(stall.undumped())
                    + (one ? " has no dump and is" : " have no dump and are")
                    + " not known to have reached");
        }
        return String.join(", ", parts);
    }

    /** Ranks that are not to blame, in parentheses. */
    private static String held(FlightStall stall, String verb) {
        List<Integer> held = stall.held();
        if (held.isEmpty() || stall.blamed().isEmpty()) {
            return "";
        }
        return " (" + ranks(held) + " did not " + verb + " either: " + (held.size() == 1 ? "it waits" : "they wait")
                + " elsewhere)";
    }

    /** What a meeting is: {@code all_reduce #7 of group 0 (default_pg), 4096 bytes}. */
    public static String what(FlightMeeting meeting) {
        FlightEntry any = meeting.any();
        return any.operation() + " #" + meeting.sequence() + " of "
                + meeting.lane().title() + (any.bytes() < 0 ? "" : ", " + any.bytes() + " bytes");
    }

    /** A time in UTC. */
    public static String time(long nanos) {
        return UTC.format(Instant.ofEpochSecond(0, nanos)) + " UTC";
    }

    /** Formats ranks as {@link #ranks} does, but two of them as {@code ranks 0 and 1}. */
    static String each(List<Integer> ranks) {
        return ranks.size() == 2 ? "ranks " + ranks.get(0) + " and " + ranks.get(1) : ranks(ranks);
    }

    /** Formats ranks, joining consecutive ones: {@code ranks 0-2, 5}. */
    public static String ranks(List<Integer> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ")
                + NumberRuns.series(ranks.stream().mapToInt(Integer::intValue).toArray());
    }
}

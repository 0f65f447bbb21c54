// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.RankBuilder;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Converts flight recorder dumps to a communication-only job: one node per rank for each collective and message.
 * Operations of a group run in sequence, as on its stream; groups do not wait for each other, because the computation
 * between them was not recorded. A collective that one rank has finished is included for all its ranks, dumped or not;
 * one that no rank has finished is included if every rank is known to have reached it. Others are omitted with a
 * finding. O(records).
 */
public final class FlightEts {
    private static final String STAGE = "convert";

    private final FlightMeetings meetings;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<FlightLane, Integer> numbers = new HashMap<>();
    private final Map<Integer, List<Integer>> groups = new TreeMap<>();
    private final Map<String, Integer> left = new TreeMap<>();
    private final List<RankBuilder> ranks;
    private final List<Map<FlightLane, Long>> last = new ArrayList<>();

    private FlightEts(FlightMeetings meetings) {
        this.meetings = meetings;
        int world = meetings.world();
        ranks = IntStream.range(0, world)
                .mapToObj(r -> new RankBuilder(r, world))
                .toList();
        ranks.forEach(r -> last.add(new HashMap<>()));
        number();
    }

    /** The execution traces of all ranks of the job. */
    public static EtSet of(FlightMeetings meetings, String prefix) {
        return new FlightEts(meetings).build(prefix);
    }

    /** Groups get positive numbers, their own if it is one; the first group with all ranks is the whole job. */
    private void number() {
        Set<Integer> used = new HashSet<>();
        List<FlightLane> open = new ArrayList<>();
        boolean world = false;
        for (FlightLane lane : meetings.lanes()) {
            if (lane.messages() || lane.members().size() < 2) {
                continue;
            }
            boolean all = lane.members().size() == meetings.world();
            if (all && !world) {
                world = true;
                numbers.put(lane, 0);
            } else if (lane.group().matches("[1-9]\\d{0,8}") && used.add(Integer.parseInt(lane.group()))) {
                numbers.put(lane, Integer.parseInt(lane.group()));
            } else {
                open.add(lane);
            }
        }
        int next = 1;
        for (FlightLane lane : open) {
            while (!used.add(next)) {
                next++;
            }
            numbers.put(lane, next);
        }
        numbers.forEach((lane, number) -> {
            if (number > 0) {
                groups.put(number, lane.members());
            }
        });
    }

    private EtSet build(String prefix) {
        List<FlightMeeting> taken = new ArrayList<>();
        Map<FlightMeeting, Long> order = new HashMap<>();
        for (FlightLane lane : meetings.lanes()) {
            long at = Long.MIN_VALUE;
            for (FlightMeeting meeting : meetings.of(lane)) {
                String reason = reason(meeting);
                if (reason.isEmpty()) {
                    long first = meeting.entries().values().stream()
                            .mapToLong(FlightEntry::createdNs)
                            .min()
                            .orElse(0);
                    at = Math.max(at, first);
                    order.put(meeting, at);
                    taken.add(meeting);
                } else if (!FlightMeetings.isRange(meeting.any())) {
                    left.merge(reason, 1, Integer::sum);
                }
            }
        }
        taken.sort(Comparator.comparingLong(order::get));
        taken.forEach(this::add);
        findings();
        List<EtGraph> graphs = ranks.stream().map(RankBuilder::build).toList();
        return new EtSet(prefix, graphs, CommGroups.of(groups), Report.of(findings));
    }

    /** Why an operation is omitted, or "". */
    private String reason(FlightMeeting meeting) {
        FlightEntry any = meeting.any();
        if (any.type() == CollectiveType.UNKNOWN) {
            return "of unknown type";
        }
        if (meeting.lane().members().stream().distinct().count() < 2) {
            return "of a single rank";
        }
        if (!meeting.difference().isEmpty()) {
            return "on which ranks disagree";
        }
        if (bytes(meeting) <= 0) {
            return "without a known size";
        }
        boolean came = meeting.lane().members().stream().allMatch(meeting.entries()::containsKey);
        return came || meetings.isDone(meeting) ? "" : "not reached by every rank";
    }

    /** For all-gather and gather a rank's part, otherwise the larger buffer; ranks may differ. */
    private static long bytes(FlightMeeting meeting) {
        long most = -1;
        for (FlightEntry entry : meeting.entries().values()) {
            boolean part = entry.type() == CollectiveType.ALL_GATHER || entry.type() == CollectiveType.GATHER;
            most = Math.max(most, part ? entry.inBytes() : entry.bytes());
        }
        return most;
    }

    private void add(FlightMeeting meeting) {
        FlightLane lane = meeting.lane();
        Bytes size = new Bytes(bytes(meeting));
        String name = meeting.any().name() + " #" + meeting.sequence();
        if (lane.messages()) {
            int from = lane.members().get(0);
            int to = lane.members().get(1);
            follow(from, lane).send(name, to, size, 0);
            follow(to, lane).receive(name, from, size, 0);
            done(lane, from, to);
            return;
        }
        int group = numbers.get(lane);
        for (int rank : lane.members()) {
            RankBuilder builder = follow(rank, lane);
            if (group == 0) {
                builder.collective(name, meeting.any().type(), size);
            } else {
                builder.collective(name, meeting.any().type(), size, group);
            }
            done(lane, rank);
        }
    }

    private RankBuilder follow(int rank, FlightLane lane) {
        Long before = last.get(rank).get(lane);
        return before == null ? ranks.get(rank).after() : ranks.get(rank).after(before);
    }

    private void done(FlightLane lane, int... of) {
        for (int rank : of) {
            last.get(rank).put(lane, ranks.get(rank).last());
        }
    }

    private void findings() {
        left.forEach((reason, count) -> finding(
                Level.WARNING,
                -1,
                Counted.of(count, "operation") + " " + reason,
                "the dumps do not contain enough to run it",
                "left out"));
        if (meetings.unmatched() > 0) {
            finding(
                    Level.WARNING,
                    -1,
                    Counted.of(meetings.unmatched(), "record of a message", "records of messages")
                            + " could not be matched",
                    "a rank's buffer overwrote older ones",
                    "omitted; record with a larger TORCH_FR_BUFFER_SIZE");
        }
        for (RankBuilder rank : ranks) {
            if (rank.last() < 0) {
                finding(
                        Level.WARNING,
                        rank.rank(),
                        "nothing was recorded",
                        "no group that has records lists it",
                        "it idles");
                rank.host("nothing recorded", Time.ns(1));
            }
        }
        finding(
                Level.INFO,
                -1,
                "communication only",
                "a flight recorder does not record computation",
                "operations of a group run in sequence; groups do not wait for each other");
    }

    private void finding(Level level, int rank, String what, String why, String effect) {
        findings.add(new Finding(level, STAGE, rank, "", what, why, effect));
    }
}

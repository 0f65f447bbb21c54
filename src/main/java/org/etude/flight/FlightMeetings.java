// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.spec.CollectiveType;

/**
 * Matches the records of all ranks that belong to one collective or message. Collectives of a group have the same
 * {@code collective_seq_id} on all of its ranks; the n-th message that a rank sends to another is the n-th that the other receives
 * from it, unless a buffer overwrote older ones. Groups of one name with different ranks are different groups. O(records log records).
 */
public final class FlightMeetings {
    private record Place(long sequence, int part) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return sequence != other.sequence
                    ? Long.compare(sequence, other.sequence)
                    : Integer.compare(part, other.part);
        }
    }

    private final Map<FlightLane, SortedMap<Place, SortedMap<Integer, FlightEntry>>> lanes = new LinkedHashMap<>();
    private final Map<Integer, FlightDump> dumps = new TreeMap<>();
    private final Map<String, List<Integer>> listed = new HashMap<>();
    private final Map<String, TreeSet<Integer>> seen = new HashMap<>();
    /** Groups with messages, whose counters count these, too. */
    private final Set<String> withMessages = new HashSet<>();

    private int unmatched;

    private FlightMeetings(List<FlightDump> all) {
        for (FlightDump dump : all) {
            dumps.put(dump.rank(), dump);
            dump.groups().forEach(listed::putIfAbsent);
            dump.entries().forEach(e -> {
                seen.computeIfAbsent(e.group(), g -> new TreeSet<>()).add(dump.rank());
                if (e.isMessage()) {
                    withMessages.add(e.group());
                }
            });
        }
        all.forEach(this::add);
    }

    /** Matches the records of these dumps. */
    public static FlightMeetings of(List<FlightDump> dumps) {
        return new FlightMeetings(dumps);
    }

    private void add(FlightDump dump) {
        Map<Object, Integer> counts = new HashMap<>();
        for (FlightEntry entry : dump.entries()) {
            FlightLane lane = lane(dump, entry);
            if (entry.isMessage() && dump.hasLost()) {
                unmatched++;
                continue;
            }
            Object count = entry.isMessage() ? lane : List.of(lane, entry.sequence());
            int nth = counts.merge(count, 1, Integer::sum) - 1;
            Place place = entry.isMessage() ? new Place(nth, 0) : new Place(entry.sequence(), nth);
            if (entry.isMessage() || entry.sequence() >= 0) {
                lanes.computeIfAbsent(lane, l -> new TreeMap<>())
                        .computeIfAbsent(place, p -> new TreeMap<>())
                        .put(dump.rank(), entry);
            }
        }
    }

    private FlightLane lane(FlightDump dump, FlightEntry entry) {
        List<Integer> ranks = dump.groups().get(entry.group());
        ranks = ranks == null || ranks.isEmpty() ? listed.get(entry.group()) : ranks;
        ranks = ranks == null || ranks.isEmpty() ? List.copyOf(seen.get(entry.group())) : ranks;
        if (entry.isMessage()) {
            ranks = List.of(global(ranks, entry.from()), global(ranks, entry.to()));
        }
        return new FlightLane(entry.group(), entry.description(), ranks, entry.isMessage());
    }

    private static int global(List<Integer> ranks, int inGroup) {
        return inGroup >= 0 && inGroup < ranks.size() ? ranks.get(inGroup) : inGroup;
    }

    /** All operations: lane by lane, in each by number. */
    public List<FlightMeeting> all() {
        List<FlightMeeting> all = new ArrayList<>();
        lanes.keySet().forEach(lane -> all.addAll(of(lane)));
        return all;
    }

    /** The operations of a lane, by number. */
    public List<FlightMeeting> of(FlightLane lane) {
        List<FlightMeeting> all = new ArrayList<>();
        lanes.getOrDefault(lane, new TreeMap<>())
                .forEach((place, entries) -> all.add(new FlightMeeting(lane, place.sequence, place.part, entries)));
        return all;
    }

    /** The lanes, in the order in which the first rank used them. */
    public List<FlightLane> lanes() {
        return List.copyOf(lanes.keySet());
    }

    /** Number of messages that could not be matched because a buffer overwrote older ones. */
    public int unmatched() {
        return unmatched;
    }

    /** The dumps by rank. */
    public Map<Integer, FlightDump> dumps() {
        return dumps;
    }

    /** Number of ranks of the job: those listed in any group or dump. */
    public int world() {
        int last = dumps.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
        for (FlightLane lane : lanes.keySet()) {
            last = Math.max(
                    last,
                    lane.members().stream().mapToInt(Integer::intValue).max().orElse(-1));
        }
        for (List<Integer> ranks : listed.values()) {
            last = Math.max(
                    last, ranks.stream().mapToInt(Integer::intValue).max().orElse(-1));
        }
        return last + 1;
    }

    /**
     * Whether a rank has reached an operation of which it has no record, because it was overwritten or left out, or the rank
     * is past it.
     */
    boolean hasPassed(int rank, FlightMeeting meeting) {
        SortedMap<Place, SortedMap<Integer, FlightEntry>> places = lanes.get(meeting.lane());
        Place here = new Place(meeting.sequence(), meeting.part());
        boolean later = places.tailMap(here).entrySet().stream()
                .anyMatch(e -> e.getKey().compareTo(here) > 0 && e.getValue().containsKey(rank));
        boolean partly = places.entrySet().stream()
                .anyMatch(e ->
                        e.getKey().sequence == here.sequence && e.getValue().containsKey(rank));
        if (later || partly) {
            return later;
        }
        FlightProgress progress = progress(rank, meeting.lane());
        boolean ever = places.values().stream().anyMatch(entries -> entries.containsKey(rank));
        return progress == null ? !ever && dumps.get(rank).hasLost() : progress.enqueued() >= meeting.sequence();
    }

    /** Whether some rank has finished it, by its record or its counters; then every rank took part. */
    boolean isDone(FlightMeeting meeting) {
        return meeting.isDoneSomewhere()
                || meeting.lane().members().stream().anyMatch(rank -> {
                    FlightProgress progress = progress(rank, meeting.lane());
                    return progress != null && progress.completed() >= meeting.sequence();
                });
    }

    /** The counters of a rank in a lane, or null where they are unknown or count messages, too. */
    private FlightProgress progress(int rank, FlightLane lane) {
        FlightDump dump = dumps.get(rank);
        return dump == null || withMessages.contains(lane.group())
                ? null
                : dump.progress().get(lane.group());
    }

    /** Whether a record is a range around coalesced operations rather than an operation. */
    static boolean isRange(FlightEntry entry) {
        return entry.type() == CollectiveType.UNKNOWN && entry.operation().contains("coalesced");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.Map;
import java.util.SortedMap;

/**
 * One collective or message with the records of its ranks.
 *
 * @param lane the sequence that it belongs to
 * @param sequence its number in the lane
 * @param part its position among coalesced operations with that number
 * @param entries the record of each rank that enqueued it, unless overwritten
 */
public record FlightMeeting(FlightLane lane, long sequence, int part, SortedMap<Integer, FlightEntry> entries) {
    /** Any of its records. */
    public FlightEntry any() {
        return entries.get(entries.firstKey());
    }

    /** Whether some rank has enqueued but not finished it. */
    public boolean isOpen() {
        return entries.values().stream().anyMatch(e -> !e.isComplete());
    }

    /** Whether some rank has finished it, which implies that every rank took part. */
    public boolean isDoneSomewhere() {
        return entries.values().stream().anyMatch(FlightEntry::isComplete);
    }

    /** How its ranks disagree about it, or "". */
    public String difference() {
        FlightEntry first = any();
        for (Map.Entry<Integer, FlightEntry> e : entries.entrySet()) {
            FlightEntry other = e.getValue();
            if (lane.messages()) {
                continue;
            }
            if (other.type() != first.type()) {
                return "rank " + entries.firstKey() + " calls " + first.operation() + ", rank " + e.getKey() + " "
                        + other.operation();
            }
            if (sameSize(first) && first.inBytes() >= 0 && other.inBytes() >= 0 && first.inBytes() != other.inBytes()) {
                return "rank " + entries.firstKey() + " gives " + first.inBytes() + " bytes, rank " + e.getKey() + " "
                        + other.inBytes();
            }
        }
        return "";
    }

    /** Whether every rank must contribute the same size. */
    private static boolean sameSize(FlightEntry entry) {
        return switch (entry.type()) {
            case ALL_REDUCE, REDUCE -> true;
            default -> false;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.analysis.recorded.DiffEntry.Kind;

/**
 * One kind and name on both sides of a comparison.
 *
 * @param kind what it is
 * @param name its name
 * @param before the one side; count 0 where it has none
 * @param after the other
 */
public record DiffRow(Kind kind, String name, DiffEntry before, DiffEntry after) {
    /** Counts per rank and step that differ by less are the same but for rounding. */
    private static final double SAME = 1e-9;

    /** What became of the count. */
    public enum Change {
        /** As often. */
        SAME,
        /** More often. */
        MORE,
        /** Less often. */
        FEWER,
        /** Only after. */
        ADDED,
        /** Only before. */
        REMOVED
    }

    /** What became of the count. */
    public Change change() {
        double more = after.count() - before.count();
        if (Math.abs(more) <= SAME * Math.max(before.count(), after.count())) {
            return Change.SAME;
        }
        if (before.count() == 0 || after.count() == 0) {
            return before.count() == 0 ? Change.ADDED : Change.REMOVED;
        }
        return more > 0 ? Change.MORE : Change.FEWER;
    }

    /** How much longer per rank and step, in ns. */
    public double moreNanos() {
        return after.nanos() - before.nanos();
    }

    /** Compares two sides, the largest difference of time first. Each has a kind and name once. O(n log n). */
    public static List<DiffRow> of(List<DiffEntry> before, List<DiffEntry> after) {
        Map<Kind, Map<String, DiffEntry[]>> sides = new TreeMap<>();
        put(before, 0, sides);
        put(after, 1, sides);
        List<DiffRow> rows = new ArrayList<>();
        sides.forEach((kind, names) -> names.forEach((name, pair) -> {
            DiffEntry none = new DiffEntry(kind, name, 0, 0);
            rows.add(new DiffRow(kind, name, pair[0] == null ? none : pair[0], pair[1] == null ? none : pair[1]));
        }));
        rows.sort(Comparator.comparingDouble((DiffRow row) -> -Math.abs(row.moreNanos())));
        return rows;
    }

    private static void put(List<DiffEntry> entries, int side, Map<Kind, Map<String, DiffEntry[]>> sides) {
        for (DiffEntry entry : entries) {
            sides.computeIfAbsent(entry.kind(), k -> new TreeMap<>())
                    .computeIfAbsent(entry.name(), n -> new DiffEntry[2])[side] = entry;
        }
    }
}

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
 * @param kind its kind
 * @param name its name
 * @param before the one side; count 0 if absent
 * @param after the other
 */
public record DiffRow(Kind kind, String name, DiffEntry before, DiffEntry after) {
    /** Counts per rank and step that differ by less are equal up to rounding. */
    private static final double SAME = 1e-9;

    /** The change of a count. */
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

    /** The change of the count. */
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

    /** The increase in time per rank and step, in ns. */
    public double moreNanos() {
        return after.nanos() - before.nanos();
    }

    /** Compares two sides, largest time difference first. Each side has a kind and name at most once. O(n log n). */
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The header of a table of nccl-tests: which cell of a row is what. Names decide, never positions, because versions and options add
 * columns on both sides (i_min i_max i_p99 i_cv%, #bitdiff, timestamp).
 *
 * @param cells cells of a whole row
 * @param left the time on the left
 * @param right the time on the right, -1 when there is one side only
 * @param spreadLeft the variation of the left side's iterations in percent, or -1
 * @param spreadRight that of the right side, or -1
 * @param cpuTime whether times are those of the host
 * @param stamped whether rows end in date and time
 * @param counted whether the fourth cell of a side counts wrong elements; before version 2.13 it is the largest deviation from the
 *     expected result, which rounding makes larger than zero
 */
record TextHeader(
        int cells,
        int left,
        int right,
        int spreadLeft,
        int spreadRight,
        boolean cpuTime,
        boolean stamped,
        boolean counted) {
    private static final String SPREAD = "i_cv%";
    /** The cell after size, count and type. */
    private static final int FIRST_BLANK = 3;

    /** The header that a comment is, or null. */
    static TextHeader of(String comment) {
        List<String> names =
                Arrays.asList(comment.strip().toLowerCase(Locale.ROOT).split("\\s+"));
        boolean cpu = names.contains("cputime");
        String time = cpu ? "cputime" : "time";
        int left = names.indexOf(time);
        int last = names.lastIndexOf(time);
        boolean sized = names.get(0).equals("size") || names.get(0).equals("bytes");
        if (!sized || left < 0 || !names.contains("algbw")) {
            return null;
        }
        boolean stamped = names.get(names.size() - 1).equals("timestamp");
        int right = last > left ? last : -1;
        int first = names.indexOf(SPREAD);
        int second = names.lastIndexOf(SPREAD);
        return new TextHeader(
                names.size() - (stamped ? 1 : 0),
                left,
                right,
                right < 0 || first < right ? first : -1,
                second > first ? second : -1,
                cpu,
                stamped,
                names.contains("#wrong"));
    }

    /** Cells of one side. */
    int side() {
        return right - left;
    }

    /**
     * How many cells before the time are blank in a row that lacks some: the reduction of a collective that reduces nothing, and its
     * root. 0 when something else is missing.
     */
    int blanks(List<String> row, int count) {
        int missing = cells - count;
        boolean blank = missing > 0
                && missing <= left - FIRST_BLANK
                && row.get(FIRST_BLANK).matches("[-+]?[0-9.]+");
        return blank ? missing : 0;
    }
}

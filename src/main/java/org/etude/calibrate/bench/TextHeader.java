// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The header of an nccl-tests table, which maps the cells of a row by column name, never by position, because versions
 * and options add columns on both sides (i_min i_max i_p99 i_cv%, #bitdiff, timestamp).
 *
 * @param cells number of cells in a complete row
 * @param left the columns on the left
 * @param right the columns on the right, null when there is only one side
 * @param cpuTime whether times are those of the host
 * @param stamped whether rows end in date and time
 */
record TextHeader(int cells, Side left, Side right, boolean cpuTime, boolean stamped) {
    /**
     * The columns of one side; -1 for one that the table lacks.
     *
     * @param time the time
     * @param algbw the algorithm bandwidth
     * @param busbw the bus bandwidth
     * @param wrong the count of wrong elements; before version 2.13 the largest deviation from the expected result
     *     instead, which is non-zero due to rounding
     * @param spread the variation of the iterations in percent
     */
    record Side(int time, int algbw, int busbw, int wrong, int spread) {
        /** The columns from one time to the next. */
        private static Side of(List<String> names, int time, int end) {
            return new Side(
                    time,
                    find(names, "algbw", time, end),
                    find(names, "busbw", time, end),
                    find(names, "#wrong", time, end),
                    find(names, SPREAD, time, end));
        }

        private static int find(List<String> names, String name, int from, int end) {
            int at = names.subList(from, end).indexOf(name);
            return at < 0 ? -1 : from + at;
        }
    }

    private static final String SPREAD = "i_cv%";
    private static final Pattern NUMBER = Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");
    /** The cell after size, count and type. */
    private static final int FIRST_BLANK = 3;

    /** Parses a comment as a header; null when it is not one. */
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
        return new TextHeader(
                names.size() - (stamped ? 1 : 0),
                Side.of(names, left, last > left ? last : names.size()),
                last > left ? Side.of(names, last, names.size()) : null,
                cpu,
                stamped);
    }

    /** Cells of one side; 0 when there is one side only. */
    int side() {
        return right == null ? 0 : right.time - left.time;
    }

    /**
     * Number of blank cells before the time in an incomplete row: the operation of a collective without reduction, and
     * its root. 0 when something else is missing.
     */
    int blanks(List<String> row, int count) {
        int missing = cells - count;
        boolean blank = missing > 0 && missing <= left.time - FIRST_BLANK && isNumber(row.get(FIRST_BLANK));
        return blank ? missing : 0;
    }

    /**
     * Whether a line that is not a row ends like one: with the time and the bandwidths of the last side, containing
     * decimal points.
     */
    boolean endsLikeRow(List<String> words) {
        Side last = right == null ? left : right;
        int before = words.size() - cells - (stamped ? 2 : 0);
        return before + last.time > 0
                && isNumber(words.get(before + last.time))
                && isBandwidth(words, before, last.algbw)
                && isBandwidth(words, before, last.busbw);
    }

    private static boolean isBandwidth(List<String> words, int before, int column) {
        return column < 0 || words.get(before + column).indexOf('.') >= 0 && isNumber(words.get(before + column));
    }

    private static boolean isNumber(String word) {
        return NUMBER.matcher(word).matches();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The header of a table of nccl-tests: which cell of a row is what. Names decide, never positions, because versions and options add
 * columns on both sides (i_min i_max i_p99 i_cv%, #bitdiff, timestamp).
 */
record TextHeader(int cells, int out, int in, int spreadOut, int spreadIn, boolean cpuTime, boolean stamped) {
    private static final String SPREAD = "i_cv%";

    /** The header that a comment is, or null. */
    static TextHeader of(String comment) {
        List<String> names =
                Arrays.asList(comment.strip().toLowerCase(Locale.ROOT).split("\\s+"));
        boolean cpu = names.contains("cputime");
        String time = cpu ? "cputime" : "time";
        int out = names.indexOf(time);
        int last = names.lastIndexOf(time);
        if (!names.get(0).equals("size") || out < 0 || !names.contains("algbw")) {
            return null;
        }
        boolean stamped = names.get(names.size() - 1).equals("timestamp");
        int in = last > out ? last : -1;
        int first = names.indexOf(SPREAD);
        int second = names.lastIndexOf(SPREAD);
        return new TextHeader(
                names.size() - (stamped ? 1 : 0),
                out,
                in,
                in < 0 || first < in ? first : -1,
                second > first ? second : -1,
                cpu,
                stamped);
    }

    /** Cells of one side. */
    int side() {
        return in - out;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.etude.report.Progress;

/**
 * Writes GOAL text in the grammar of {@link GoalTextReader}, as txt2bin requires it: ranks in order, and each
 * dependency after the later of its operations. Operation n of a rank has the label {@code l<n+1>}; CPU and NIC 0 are
 * omitted.
 */
final class GoalTextWriter {
    private final Writer out;

    private GoalTextWriter(Writer out) {
        this.out = out;
    }

    static void write(GoalSchedule schedule, OutputStream stream) throws IOException {
        Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.US_ASCII), 1 << 16);
        out.write("num_ranks " + schedule.ranks().size() + "\n");
        for (int r = 0; r < schedule.ranks().size(); r++) {
            Progress.checkInterrupted();
            out.write("\nrank " + r + " {\n");
            new GoalTextWriter(out).rank(schedule.ranks().get(r));
            out.write("}\n");
        }
        out.flush();
    }

    private void rank(GoalRank rank) throws IOException {
        int[] next = new int[rank.edges()];
        int[] first = byLaterEnd(rank, next);
        IntArrayList edges = new IntArrayList();
        for (int op = 0; op < rank.ops(); op++) {
            operation(rank, op);
            edges.clear();
            for (int e = first[op]; e >= 0; e = next[e]) {
                edges.add(e);
            }
            for (int e : edges) {
                out.write("l" + (rank.waits.getInt(e) + 1) + (rank.start.getBoolean(e) ? " irequires l" : " requires l")
                        + (rank.until.getInt(e) + 1) + "\n");
            }
        }
    }

    /** Lists dependencies by the later operation of each, in order: returns the heads, with links in {@code next}. */
    private static int[] byLaterEnd(GoalRank rank, int[] next) {
        int[] first = new int[rank.ops()];
        Arrays.fill(first, -1);
        for (int e = rank.edges() - 1; e >= 0; e--) {
            int later = Math.max(rank.waits.getInt(e), rank.until.getInt(e));
            next[e] = first[later];
            first[later] = e;
        }
        return first;
    }

    private void operation(GoalRank rank, int op) throws IOException {
        out.write("l" + (op + 1) + ": ");
        byte type = rank.type.getByte(op);
        if (type == GoalRank.CALC) {
            out.write("calc " + rank.size.getLong(op));
        } else {
            out.write((type == GoalRank.SEND ? "send " : "recv ") + rank.size.getLong(op)
                    + (type == GoalRank.SEND ? "b to " : "b from ") + rank.peer.getInt(op) + " tag " + rank.tag(op));
        }
        out.write(rank.cpu(op) == 0 ? "" : " cpu " + rank.cpu(op));
        out.write(rank.nic(op) == 0 ? "\n" : " nic " + rank.nic(op) + "\n");
    }
}

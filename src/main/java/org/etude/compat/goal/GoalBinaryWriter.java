// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.etude.et.graph.EtException;

/** Writes the binary form that {@link GoalBinaryReader} describes, as txt2bin does. */
final class GoalBinaryWriter {
    private final OutputStream out;

    private GoalBinaryWriter(OutputStream out) {
        this.out = out;
    }

    static void write(GoalSchedule schedule, OutputStream stream) throws IOException {
        BufferedOutputStream out = new BufferedOutputStream(stream, 1 << 16);
        new GoalBinaryWriter(out).schedule(schedule);
        out.flush();
    }

    private void schedule(GoalSchedule schedule) throws IOException {
        number(GoalBinaryReader.MAGIC, 8);
        number(schedule.ranks().size(), 4);
        int cpu = 0;
        int nic = 0;
        for (GoalRank rank : schedule.ranks()) {
            for (int op = 0; op < rank.ops(); op++) {
                cpu = Math.max(cpu, rank.cpu(op));
                nic = Math.max(nic, rank.nic(op));
            }
        }
        number(cpu, 1);
        number(nic, 1);
        long at = GoalBinaryReader.headBytes(schedule.ranks().size());
        for (GoalRank rank : schedule.ranks()) {
            number(at, 8);
            at += 8
                    + 4L * roots(rank, waiting(rank))
                    + (long) GoalBinaryReader.NODE_BYTES * rank.ops()
                    + 4L * rank.edges();
            number(at, 8);
        }
        for (int r = 0; r < schedule.ranks().size(); r++) {
            rank(schedule.ranks().get(r), r);
        }
    }

    private static int[] waiting(GoalRank rank) {
        int[] waiting = new int[rank.ops()];
        for (int e = 0; e < rank.edges(); e++) {
            waiting[rank.waits.getInt(e)]++;
        }
        return waiting;
    }

    private static int roots(GoalRank rank, int[] waiting) {
        int roots = 0;
        for (int op = 0; op < rank.ops(); op++) {
            roots += waiting[op] == 0 ? 1 : 0;
        }
        return roots;
    }

    private void rank(GoalRank rank, int number) throws IOException {
        int[] waiting = waiting(rank);
        number(rank.ops(), 4);
        number(roots(rank, waiting), 4);
        for (int op = 0; op < rank.ops(); op++) {
            if (waiting[op] == 0) {
                number(op, 4);
            }
        }
        // Dependants by operation: first those that wait for its end, then those that wait for its start.
        int[] from = new int[2 * rank.ops() + 1];
        for (int e = 0; e < rank.edges(); e++) {
            from[place(rank, e) + 1]++;
        }
        for (int k = 1; k < from.length; k++) {
            from[k] += from[k - 1];
        }
        if (rank.edges() > GoalBinaryReader.MOST) {
            throw new EtException(
                    "rank " + number + ": more dependencies than the binary form can hold.", "Write text.");
        }
        nodes(rank, waiting, from);
        int[] dependants = new int[rank.edges()];
        int[] at = from.clone();
        for (int e = 0; e < rank.edges(); e++) {
            dependants[at[place(rank, e)]++] = rank.waits.getInt(e);
        }
        for (int dependant : dependants) {
            number(dependant, 4);
        }
    }

    private static int place(GoalRank rank, int edge) {
        return 2 * rank.until.getInt(edge) + (rank.start.getBoolean(edge) ? 1 : 0);
    }

    private void nodes(GoalRank rank, int[] waiting, int[] from) throws IOException {
        for (int op = 0; op < rank.ops(); op++) {
            number(waiting[op], 4);
            number(rank.type.getByte(op), 1);
            number(rank.peer.getInt(op), 4);
            number(rank.size.getLong(op), 8);
            number(rank.tag.getInt(op), 4);
            number(rank.cpu(op), 1);
            number(rank.nic(op), 1);
            for (int k = 2 * op; k < 2 * op + 2; k++) {
                number(from[k + 1] - from[k], 4);
                number(from[k], 4);
            }
        }
    }

    /** Writes the least significant byte first. */
    private void number(long value, int bytes) throws IOException {
        for (int b = 0; b < bytes; b++) {
            out.write((int) (value >>> 8 * b));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.nio.ByteBuffer;

/** The operations and dependants of one rank in the binary form; see {@link GoalBinaryReader}. */
final class GoalPart {
    private static final int DEPENDANTS = 23;

    private final ByteBuffer part;
    private final int ops;
    private final int nodes;
    private final int appendix;
    private final int ranks;
    private final GoalRank rank = new GoalRank();
    private final int[] waiting;
    private int at;

    /**
     * Creates the part whose operations start at {@code nodes}.
     *
     * @param ranks number of ranks of the schedule
     */
    GoalPart(ByteBuffer part, int ops, int nodes, int ranks) {
        this.part = part;
        this.ops = ops;
        this.nodes = nodes;
        this.appendix = nodes + GoalBinaryReader.NODE_BYTES * ops;
        this.ranks = ranks;
        this.waiting = new int[ops];
    }

    GoalRank rank() {
        return rank;
    }

    /** The current byte position in the part. */
    int at() {
        return at;
    }

    /** Reads everything; returns null, or an error at {@link #at}. */
    String read() {
        for (int op = 0; op < ops; op++) {
            String fault = operation(op);
            if (fault != null) {
                return fault;
            }
        }
        for (int op = 0; op < ops; op++) {
            String fault = dependants(op);
            if (fault != null) {
                return fault;
            }
        }
        for (int op = 0; op < ops; op++) {
            at = nodes + GoalBinaryReader.NODE_BYTES * op;
            if (part.getInt(at) != waiting[op]) {
                return "operation " + op + " waits for " + Integer.toUnsignedLong(part.getInt(at))
                        + " others, of which " + waiting[op] + " name it";
            }
        }
        return null;
    }

    private String operation(int op) {
        at = nodes + GoalBinaryReader.NODE_BYTES * op;
        byte type = part.get(at + 4);
        int peer = part.getInt(at + 5);
        long size = part.getLong(at + 9);
        if (type < GoalRank.SEND || type > GoalRank.CALC) {
            return "operation " + op + " has the type " + (type & 0xff) + ", not 1 to 3";
        }
        if (size < 0) {
            return "operation " + op + " has the size " + Long.toUnsignedString(size) + ", beyond 63 bits";
        }
        if (type != GoalRank.CALC && (peer < 0 || peer >= ranks)) {
            return peer == -1
                    ? "operation " + op + " receives from any rank; a trace names who sends"
                    : "operation " + op + " names rank " + Integer.toUnsignedLong(peer) + " of " + ranks;
        }
        int tag = part.getInt(at + 17);
        if (type == GoalRank.RECV && tag == -1) {
            return "operation " + op + " receives any tag; a trace names the tag";
        }
        boolean calc = type == GoalRank.CALC;
        rank.add(type, size, calc ? 0 : peer, calc ? 0 : tag, part.get(at + 21), part.get(at + 22));
        return null;
    }

    private String dependants(int op) {
        for (int k = 0; k < 2; k++) {
            at = nodes + GoalBinaryReader.NODE_BYTES * op + DEPENDANTS + 8 * k;
            long count = Integer.toUnsignedLong(part.getInt(at));
            long first = Integer.toUnsignedLong(part.getInt(at + 4));
            if (count > 0 && appendix + 4 * (first + count) > part.limit()) {
                return "the dependants of operation " + op + " are beyond the part of the rank";
            }
            for (long d = first; d < first + count; d++) {
                int dependant = part.getInt((int) (appendix + 4 * d));
                if (dependant < 0 || dependant >= ops) {
                    return "operation " + Integer.toUnsignedLong(dependant) + " of " + ops + " depends on operation "
                            + op;
                }
                rank.depend(dependant, op, k == 1);
                waiting[dependant]++;
                if (rank.edges() > (part.limit() - appendix) / 4) {
                    return "operations share dependants";
                }
            }
        }
        return null;
    }
}

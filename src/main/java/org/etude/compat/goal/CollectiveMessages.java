// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import org.etude.spec.CollectiveType;

/**
 * One rank's part of a collective as messages, because GOAL has no collectives. All-reduce, all-gather and
 * reduce-scatter use a ring of the members with n-1 steps each (two rounds for the all-reduce), where each step waits
 * for the data of the previous one. All-to-all, gather and scatter send directly; broadcast and reduce use a binomial
 * tree below the root; a barrier disseminates one byte in ceil(log2 n) steps. (E. Chan et al., Collective
 * communication: theory, practice, and experience, 2007.) Reductions take no time. A message has at least one byte, as
 * LogGOPSim requires.
 */
final class CollectiveMessages {
    private final GoalRank out;
    private final int[] members;
    private final int me;
    private final long[] bytes;
    private final int root;
    private final long firstTag;
    private final int cpu;
    private final int enter;
    private final int exit;

    /**
     * Creates the messages of one call.
     *
     * @param members ranks in the order of the group
     * @param me position of this rank among them
     * @param bytes comm_size by position
     * @param root position of the root, for collectives that have one
     * @param firstTag first of {@link #tags} otherwise unused tags
     * @param enter operation that all messages wait for
     */
    CollectiveMessages(GoalRank out, int[] members, int me, long[] bytes, int root, long firstTag, int cpu, int enter) {
        this.out = out;
        this.members = members;
        this.me = me;
        this.bytes = bytes;
        this.root = root;
        this.firstTag = firstTag;
        this.cpu = cpu;
        this.enter = enter;
        this.exit = out.calc(0, cpu);
        out.require(exit, enter);
    }

    /** The number of tags that a collective of this many ranks uses. */
    static long tags(int ranks) {
        return 2L * ranks + 64;
    }

    /** Writes the messages; returns the operation that ends after all of them. */
    int write(CollectiveType type) {
        switch (type) {
            case ALL_REDUCE -> ring(2 * (members.length - 1), true);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> ring(members.length - 1, true);
            case ALL_GATHER -> ring(members.length - 1, false);
            case ALL_TO_ALL -> direct();
            case GATHER, SCATTER -> star(type == CollectiveType.GATHER);
            case BROADCAST, REDUCE -> tree(type == CollectiveType.BROADCAST);
            case BARRIER -> disseminate();
            default -> throw new IllegalArgumentException(type + " is not a collective of traces");
        }
        return exit;
    }

    /** Bytes of part {@code k} of a buffer split into one part per member. */
    private long part(long buffer, int k) {
        int n = members.length;
        long base = buffer / n;
        return base + (k < buffer % n ? 1 : 0);
    }

    private void ring(int steps, boolean parts) {
        int n = members.length;
        int right = (me + 1) % n;
        int left = (me + n - 1) % n;
        long largest = 0;
        for (long size : bytes) {
            largest = Math.max(largest, size);
        }
        int before = enter;
        for (int step = 0; step < steps; step++) {
            int sent = Math.floorMod(me - step, n);
            int received = Math.floorMod(me - step - 1, n);
            send(right, parts ? part(largest, sent) : bytes[sent], step, before);
            before = receive(left, parts ? part(largest, received) : bytes[received], step, before);
        }
    }

    private void direct() {
        int n = members.length;
        for (int step = 1; step < n; step++) {
            int to = (me + step) % n;
            int from = (me + n - step) % n;
            send(to, part(bytes[me], to), step, enter);
            receive(from, part(bytes[from], me), step, enter);
        }
    }

    private void star(boolean inwards) {
        if (me != root && inwards) {
            send(root, bytes[me], me, enter);
        } else if (me != root) {
            receive(root, part(bytes[root], me), me, enter);
        }
        for (int k = 0; k < members.length && me == root; k++) {
            if (k != root && inwards) {
                receive(k, bytes[k], k, enter);
            } else if (k != root) {
                send(k, part(bytes[root], k), k, enter);
            }
        }
    }

    /**
     * Positions are relative to the root: v receives from v without its highest bit and sends to v plus each higher
     * bit.
     */
    private void tree(boolean outwards) {
        int n = members.length;
        int v = Math.floorMod(me - root, n);
        int high = Integer.highestOneBit(v);
        int before = enter;
        if (outwards && v > 0) {
            before = receive((v - high + root) % n, bytes[root], 0, enter);
        }
        int last = before;
        for (int bit = v == 0 ? 1 : high << 1; bit > 0 && v + bit < n; bit <<= 1) {
            int child = (v + bit + root) % n;
            if (outwards) {
                send(child, bytes[root], 0, before);
            } else {
                // Whatever the order of arrival, the sum continues when the last part has arrived.
                last = receive(child, bytes[root], 0, last);
            }
        }
        if (!outwards && v > 0) {
            send((v - high + root) % n, bytes[root], 0, last);
        }
    }

    private void disseminate() {
        int n = members.length;
        int before = enter;
        int step = 0;
        for (int distance = 1; distance < n; distance <<= 1) {
            send((me + distance) % n, 1, step, before);
            before = receive((me + n - distance) % n, 1, step++, before);
        }
    }

    private void send(int to, long size, int step, int after) {
        message(GoalRank.SEND, to, size, step, after);
    }

    private int receive(int from, long size, int step, int after) {
        return message(GoalRank.RECV, from, size, step, after);
    }

    private int message(byte kind, int other, long size, int step, int after) {
        int op = out.add(kind, Math.max(1, size), members[other], (int) (firstTag + step), cpu, 0);
        out.require(op, after);
        out.require(exit, op);
        return op;
    }
}

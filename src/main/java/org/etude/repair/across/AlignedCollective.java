// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.Arrays;
import org.etude.spec.CollectiveType;

/** One collective of a group as all ranks see it: for every class of ranks with like sequences the call that is it. */
final class AlignedCollective {
    private static final int ABSENT = -1;

    private int type;
    private long size;
    private final int progress;
    private final int[] callOf;
    private final boolean[] moved;

    AlignedCollective(int classes, Calls calls, int call) {
        type = calls.type(call);
        size = calls.size(call);
        progress = calls.progress(call);
        callOf = new int[classes];
        moved = new boolean[classes];
        Arrays.fill(callOf, ABSENT);
    }

    /** Whether ranks may call a type with different sizes: uneven exchanges, and what simulators only replay. */
    static boolean mayDiffer(int type) {
        CollectiveType known = CollectiveType.ofNumber(type);
        return known == CollectiveType.ALL_TO_ALL
                || known == CollectiveType.GATHER
                || known == CollectiveType.SCATTER
                || known == CollectiveType.REDUCE
                || isReplayed(type);
    }

    /** Whether simulators only let the measured time pass, so that the size does not matter. */
    static boolean isReplayed(int type) {
        return type == CollectiveType.BROADCAST.number() || type == CollectiveType.BARRIER.number();
    }

    /** Says that a call of a class of ranks is this collective. */
    void put(int rankClass, Calls calls, int call) {
        callOf[rankClass] = call;
        type = type == Calls.UNKNOWN ? calls.type(call) : type;
        size = size <= 0 ? Math.max(size, calls.size(call)) : size;
    }

    /** Takes a call over from another place in the order. */
    void move(AlignedCollective from, int rankClass) {
        callOf[rankClass] = from.callOf[rankClass];
        moved[rankClass] = true;
        from.callOf[rankClass] = ABSENT;
    }

    boolean has(int rankClass) {
        return callOf[rankClass] != ABSENT;
    }

    int call(int rankClass) {
        return callOf[rankClass];
    }

    boolean isMoved(int rankClass) {
        return moved[rankClass];
    }

    boolean hasMoved() {
        for (boolean one : moved) {
            if (one) {
                return true;
            }
        }
        return false;
    }

    /** The type that the first rank with a known one has. */
    int type() {
        return type;
    }

    long size() {
        return size;
    }

    int progress() {
        return progress;
    }
}

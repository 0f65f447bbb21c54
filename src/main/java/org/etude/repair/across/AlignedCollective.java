// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.Arrays;
import org.etude.spec.CollectiveType;

/**
 * One collective of a group across ranks: for every class of ranks with equal sequences, the call that belongs to it.
 */
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

    /**
     * Whether ranks may call a type with different sizes: uneven exchanges, and collectives that simulators only
     * replay.
     */
    static boolean mayDiffer(int type) {
        CollectiveType known = CollectiveType.ofNumber(type);
        return known == CollectiveType.ALL_TO_ALL
                || known == CollectiveType.GATHER
                || known == CollectiveType.SCATTER
                || known == CollectiveType.REDUCE
                || isReplayed(type);
    }

    /** Whether simulators only replay the measured time, so that the size is irrelevant. */
    static boolean isReplayed(int type) {
        return type == CollectiveType.BROADCAST.number() || type == CollectiveType.BARRIER.number();
    }

    /** Assigns a call of a class of ranks to this collective. */
    void put(int rankClass, Calls calls, int call) {
        callOf[rankClass] = call;
        type = type == Calls.UNKNOWN ? calls.type(call) : type;
        size = size <= 0 ? Math.max(size, calls.size(call)) : size;
    }

    /** Moves a call here from another position. */
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

    /** The type on the first rank with a known one. */
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

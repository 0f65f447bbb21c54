// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

/**
 * How an event came about: by which event, and when. The events of a skipped stretch share one origin and are told apart by
 * an index. Events of a tick fire in the order in which they were scheduled, so of two that are due in one tick, the one comes
 * first that was scheduled in an earlier tick, or else by the event that fired first in that tick, and so on.
 */
public abstract sealed class Origin permits Origin.Born, Origin.Landed {
    /** Births of one group are in the order of scheduling, those of two groups may not be. */
    public abstract int group();

    public abstract long birth(int index);

    /** The tick in which the event was scheduled. */
    public abstract long tick(int index);

    /** The event that scheduled it, or null if that was forgotten. */
    public abstract Origin parent(int index);

    public abstract int parentIndex(int index);

    /** Compares two events that are due in one tick. */
    public static int compare(Origin one, int oneIndex, Origin other, int otherIndex) {
        Origin a = one;
        int i = oneIndex;
        Origin b = other;
        int j = otherIndex;
        while (a.group() != b.group()) {
            long at = a.tick(i);
            int order = Long.compare(at, b.tick(j));
            if (order != 0) {
                return order;
            }
            Origin next = a.parent(i);
            Origin nextOther = b.parent(j);
            if (next == null || nextOther == null) {
                // What no event scheduled was scheduled between ticks, after all that fired in the last one.
                return next == null ? 1 : -1;
            }
            i = a.parentIndex(i);
            j = b.parentIndex(j);
            a = next;
            b = nextOther;
        }
        return Long.compare(a.birth(i), b.birth(j));
    }

    /** An event that was scheduled while its part of the network was simulated. */
    public static final class Born extends Origin {
        private final Origin parent;
        private final int parentIndex;
        private final long tick;
        private final int group;
        private final long birth;

        Born(Origin parent, int parentIndex, long tick, int group, long birth) {
            this.parent = parent;
            this.parentIndex = parentIndex;
            this.tick = tick;
            this.group = group;
            this.birth = birth;
        }

        @Override
        public int group() {
            return group;
        }

        @Override
        public long birth(int index) {
            return birth;
        }

        @Override
        public long tick(int index) {
            return tick;
        }

        @Override
        public Origin parent(int index) {
            return parent;
        }

        @Override
        public int parentIndex(int index) {
            return parentIndex;
        }
    }

    /** The events of a stretch that was skipped. */
    public static final class Landed extends Origin {
        private final AncestryTree tree;
        private final Origin[] starts;
        private final int[] startIndex;
        private final long begun;
        private final int group;
        private final long births;

        /**
         * Makes the origin of a stretch's events.
         *
         * @param starts the origins of the events that were pending at its beginning
         * @param begun when it began
         * @param births the births before it
         */
        Landed(AncestryTree tree, Origin[] starts, int[] startIndex, long begun, int group, long births) {
            this.tree = tree;
            this.starts = starts;
            this.startIndex = startIndex;
            this.begun = begun;
            this.group = group;
            this.births = births;
        }

        @Override
        public int group() {
            return group;
        }

        @Override
        public long birth(int index) {
            return births + index;
        }

        @Override
        public long tick(int index) {
            return begun + tree.after()[index];
        }

        @Override
        public Origin parent(int index) {
            int parent = tree.parents()[index];
            return parent >= 0 ? this : starts[~parent];
        }

        @Override
        public int parentIndex(int index) {
            int parent = tree.parents()[index];
            return parent >= 0 ? parent : startIndex[~parent];
        }
    }
}

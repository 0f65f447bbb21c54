// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import java.util.function.IntPredicate;

/** The return of a part of a network to the common clock, at the end of a stretch in which its events were held outside the queue. */
public final class Landing {
    private final Ancestry ancestry;
    private final AncestryTree tree;
    private final PendingEvents held;
    private final int group;
    private final Origin.Landed origin;

    /**
     * Prepares a landing, before anything of the part changes.
     *
     * @param tree the ancestors of the events that are pending at the end of the stretch and were not at its beginning
     * @param held the events that were pending at the beginning
     * @param begun the tick of the beginning
     */
    public Landing(Ancestry ancestry, AncestryTree tree, PendingEvents held, long begun) {
        this.ancestry = ancestry;
        this.tree = tree;
        this.held = held;
        group = ancestry.newGroup();
        origin = ancestry.landed(tree, ancestry.of(held.event, held.count), begun, group);
    }

    /**
     * Puts the events that are pending at the end into the queue.
     *
     * @param after the events, those that are new in the order of the tree's
     * @param wasHeld whether the event at a place of this list was pending at the beginning
     */
    public void put(PendingEvents after, IntPredicate wasHeld) {
        int next = 0;
        for (int i = 0; i < after.count; i++) {
            if (wasHeld.test(i)) {
                ancestry.heirs(after.event[i], group);
            } else {
                ancestry.set(after.event[i], origin, tree.pending()[next++], group);
            }
        }
        ancestry.putInstead(after, held);
    }
}

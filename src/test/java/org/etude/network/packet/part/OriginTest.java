// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of events that are due in one tick, and the tree from which a skipped stretch gives its events their places. */
class OriginTest {
    private static Origin.Born born(Origin parent, long tick, int group, long birth) {
        return new Origin.Born(parent, 0, tick, group, birth);
    }

    private static int compare(Origin one, Origin other) {
        int order = Origin.compare(one, 0, other, 0);
        assertThat(Integer.signum(Origin.compare(other, 0, one, 0))).isEqualTo(-Integer.signum(order));
        return Integer.signum(order);
    }

    @Test
    void withinAGroupTheBirthDecides() {
        assertThat(compare(born(null, 9, 4, 2), born(null, 3, 4, 5))).isEqualTo(-1);
    }

    @Test
    void betweenGroupsTheTickOfSchedulingDecides() {
        assertThat(compare(born(null, 5, 1, 9), born(null, 6, 2, 1))).isEqualTo(-1);
    }

    @Test
    void inOneTickTheParentsDecide() {
        Origin early = born(null, 2, 1, 8);
        Origin late = born(null, 3, 2, 1);
        assertThat(compare(born(early, 6, 1, 9), born(late, 6, 2, 2))).isEqualTo(-1);
    }

    @Test
    void parentsOfOneGroupAreComparedByBirth() {
        Origin first = born(null, 4, 7, 1);
        Origin second = born(null, 4, 7, 2);
        assertThat(compare(born(first, 6, 1, 9), born(second, 6, 2, 2))).isEqualTo(-1);
    }

    /** Without a parent it was scheduled between ticks, after all that fired in the last one. */
    @Test
    void whatNoEventScheduledComesLast() {
        Origin parent = born(null, 6, 1, 1);
        assertThat(compare(born(null, 6, 0, 1), born(parent, 6, 1, 2))).isEqualTo(1);
    }

    private final Origin skipped = new Origin.Landed(
            new AncestryTree(new int[] {~0, ~0, 1, 1, 1}, new long[] {1, 2, 3, 4, 5}, new int[0]),
            new Origin[] {born(null, 1, 1, 1)},
            new int[1],
            0,
            1,
            10);
    private final Origin.Born one = born(null, 10, 1, 3);
    /** Pending at the beginning of the stretch: one event that was born, and two of a stretch that was skipped. */
    private final Origins starts = new Origins(new Origin[] {one, skipped, skipped}, new int[] {0, 2, 4});

    private final Origin.Born ofSkipped = new Origin.Born(skipped, 4, 11, 1, 20);
    private final Origin.Born ofOne = born(one, 12, 1, 21);
    private final Origin.Born later = born(ofOne, 15, 1, 22);
    private final Origin.Born last = born(ofOne, 15, 1, 23);

    /** The fifth event of the stretch was scheduled at 5, its first at 1. */
    @Test
    void aParentOfASkippedStretchIsTheOneOfItsIndex() {
        Origin parent = born(null, 3, 2, 1);
        assertThat(compare(new Origin.Born(skipped, 4, 6, 3, 1), born(parent, 6, 4, 2)))
                .isEqualTo(1);
    }

    @Test
    void ancestorsWithinAStretchAreListedOnceInTheOrderOfBirth() {
        AncestryTree tree = AncestryTree.of(List.of(last, later, ofSkipped), starts, 10);
        assertThat(tree.parents()).containsExactly(~2, ~0, 1, 1);
        assertThat(tree.after()).containsExactly(1, 2, 5, 5);
        assertThat(tree.pending()).containsExactly(3, 2, 0);
        assertThat(tree.words()).isEqualTo(4 + (4 + 3) / 2);
    }

    @Test
    void anAncestorThatWasNotPendingIsAFault() {
        assertThatThrownBy(() -> AncestryTree.of(List.of(born(born(null, 10, 1, 1), 12, 1, 2)), starts, 10))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was not pending when its stretch began");
    }

    @Test
    void eventsOfASkippedStretchHaveThePlacesOfTheRecordedOne() {
        AncestryTree tree = AncestryTree.of(List.of(last, later, ofSkipped), starts, 10);
        Origin now = born(null, 99, 5, 70);
        Origin.Landed landed =
                new Origin.Landed(tree, new Origin[] {now, skipped, skipped}, new int[] {0, 2, 3}, 110, 5, 40);
        assertThat(landed.group()).isEqualTo(5);
        assertThat(new long[] {landed.tick(0), landed.tick(1), landed.tick(3)}).containsExactly(111, 112, 115);
        assertThat(new long[] {landed.birth(0), landed.birth(3)}).containsExactly(40, 43);
        assertThat(landed.parent(0)).isSameAs(skipped);
        assertThat(landed.parentIndex(0)).isEqualTo(3);
        assertThat(landed.parent(1)).isSameAs(now);
        assertThat(landed.parentIndex(1)).isZero();
        assertThat(landed.parent(3)).isSameAs(landed);
        assertThat(landed.parentIndex(3)).isEqualTo(1);
    }
}

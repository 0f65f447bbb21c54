// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.RandomGroups;
import org.etude.network.packet.file.RandomScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fast-forwarded component by component every run is the same to the last bit: times, order, counters, pauses, diagnosis. */
class ComponentForwardDifferentialTest {
    private static final int FEW = 150;
    private static final int MANY = 10_000;
    private static final int FEW_AT_ONCE = 50;

    @Test
    void someRandomGroupsAreEqual() {
        compareGroups(0, FEW);
    }

    @Test
    @Tag("campaign")
    void tenThousandRandomGroupsAreEqual() {
        compareGroups(FEW, FEW + MANY);
    }

    /** There a flow may end by an event that was not pending when the tick began, so no order can be made for it in time. */
    @Test
    void groupsWhoseAcknowledgementsArriveAtOnceAreEqual() {
        for (int seed = 0; seed < FEW_AT_ONCE; seed++) {
            RandomGroups groups = new RandomGroups(seed, true);
            assertThat(groups.checkedLab().all())
                    .as("seed " + seed)
                    .isEqualTo(groups.plainLab().all());
        }
    }

    @Test
    void someRandomScenariosAreEqual() {
        compare(0, FEW);
    }

    @Test
    @Tag("campaign")
    void tenThousandRandomScenariosAreEqual() {
        compare(FEW, FEW + MANY);
    }

    private static void compareGroups(int from, int to) {
        long hops = 0;
        long skipped = 0;
        int helped = 0;
        for (int seed = from; seed < to; seed++) {
            RandomGroups groups = new RandomGroups(seed);
            Lab plain = groups.plainLab();
            Lab fast = groups.checkedLab();
            assertThat(fast.all()).as("seed " + seed).isEqualTo(plain.all());
            hops += fast.network.packetHops();
            skipped += fast.network.skippedHops();
            helped += fast.network.skippedHops() > 0 ? 1 : 0;
        }
        assertThat(helped).isGreaterThan((to - from) / 3);
        assertThat(skipped).isGreaterThan(hops / 4);
    }

    private static void compare(int from, int to) {
        for (int seed = from; seed < to; seed++) {
            RandomScenario scenario = new RandomScenario(seed);
            boolean inOrder = seed % 3 == 0;
            assertThat(scenario.labByComponent(inOrder).all())
                    .as("seed " + seed)
                    .isEqualTo(scenario.lab(false, inOrder).all());
        }
    }
}

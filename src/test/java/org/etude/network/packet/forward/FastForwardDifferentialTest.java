// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.RandomFloods;
import org.etude.network.packet.file.RandomScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With and without fast-forward every run is the same to the last bit: times, order, counters, pauses, diagnosis. */
class FastForwardDifferentialTest {
    private static final int FEW = 300;
    private static final int FLOODS = 40;
    private static final int MANY = 10_000;

    @Test
    void someRandomScenariosAreEqual() {
        compare(0, FEW, false);
    }

    @Test
    void someRandomScenariosOfMessagesInOrderAreEqual() {
        compare(0, FEW, true);
    }

    @Test
    @Tag("campaign")
    void tenThousandRandomScenariosAreEqual() {
        compare(FEW, FEW + MANY, false);
        compare(FEW, FEW + MANY / 4, true);
    }

    @Test
    void someRandomFloodsAreEqual() {
        flood(0, FLOODS);
    }

    @Test
    @Tag("campaign")
    void aThousandRandomFloodsAreEqual() {
        flood(FLOODS, FLOODS + 1_000);
    }

    /** Networks in which hosts go back and send again: some finish, some can never, and some stop short of their last packets. */
    private static void flood(int from, int to) {
        int helped = 0;
        int endless = 0;
        for (int seed = from; seed < to; seed++) {
            RandomFloods floods = new RandomFloods(seed);
            Lab plain = floods.lab(false);
            Lab fast = floods.lab(true);
            assertThat(fast.all()).as("flood " + seed).isEqualTo(plain.all());
            helped += fast.network.skippedHops() > 0 ? 1 : 0;
            endless += plain.network.givenUp().isPresent() ? 1 : 0;
        }
        assertThat(helped).isGreaterThan((to - from) / 4);
        assertThat(endless).isPositive();
    }

    @Test
    void someTrailsLeadToTheStatesThatTheyName() {
        follow(0, FEW);
    }

    @Test
    @Tag("campaign")
    void trailsOfTenThousandRandomScenariosLeadToTheStatesThatTheyName() {
        follow(FEW, FEW + MANY);
    }

    /** A network that is not in the state that its trail names throws. */
    private static void follow(int from, int to) {
        int[] followed = new int[1];
        for (int seed = from; seed < to; seed++) {
            new RandomScenario(seed).comparingLab(seed % 3 == 0, () -> followed[0]++);
        }
        assertThat(followed[0]).isGreaterThan((to - from) / 2);
    }

    private static void compare(int from, int to, boolean inOrder) {
        long hops = 0;
        long skipped = 0;
        int helped = 0;
        for (int seed = from; seed < to; seed++) {
            RandomScenario scenario = new RandomScenario(seed);
            Lab plain = scenario.lab(false, inOrder);
            Lab fast = scenario.lab(true, inOrder);
            assertThat(fast.all()).as("seed " + seed).isEqualTo(plain.all());
            assertThat(plain.network.skippedHops()).isZero();
            hops += fast.network.packetHops();
            skipped += fast.network.skippedHops();
            helped += fast.network.skippedHops() > 0 ? 1 : 0;
        }
        assertThat(helped).isGreaterThan((to - from) / 5);
        assertThat(skipped).isGreaterThan(hops / 10);
    }
}

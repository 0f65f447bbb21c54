// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.file.RandomScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Packets that idle ports send without queuing them change nothing: times, order, counters, pauses, diagnosis. */
class SendingAtOnceTest {
    private static final int FEW = 300;
    private static final int MANY = 10_000;

    @Test
    void someRandomScenariosAreEqual() {
        compare(0, FEW);
    }

    @Test
    @Tag("campaign")
    void tenThousandRandomScenariosAreEqual() {
        compare(FEW, FEW + MANY);
    }

    private static void compare(int from, int to) {
        for (int seed = from; seed < to; seed++) {
            RandomScenario scenario = new RandomScenario(seed);
            assertThat(scenario.lab(false).all())
                    .as("seed " + seed)
                    .isEqualTo(scenario.queuingLab().all());
        }
    }
}

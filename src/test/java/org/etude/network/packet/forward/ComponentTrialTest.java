// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComponentTrialTest {
    private static final long FIRED = 5_000_000;
    private static final long SKIPPED = 700;
    private static final long EVENTS = ComponentTrial.EVENTS;

    private static boolean pays(double before, long fired, long skipped) {
        return new ComponentTrial(FIRED, SKIPPED, before).pays(FIRED + fired, SKIPPED + skipped);
    }

    @Test
    void nothingIsDecidedBeforeEnoughEvents() {
        assertThat(pays(0.9, EVENTS - 1, 0)).isTrue();
        assertThat(pays(0.9, EVENTS, 0)).isFalse();
    }

    @Test
    void anEighthMustBeSkipped() {
        assertThat(pays(0, EVENTS, EVENTS / 8)).isFalse();
        assertThat(pays(0, EVENTS, EVENTS / 8 + 1)).isTrue();
    }

    @Test
    void wholeStatesThatSkippedMoreAreReturnedTo() {
        assertThat(pays(0.75, EVENTS, EVENTS / 4 * 3 - 1)).isFalse();
        assertThat(pays(0.75, EVENTS, EVENTS / 4 * 3)).isTrue();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComponentSwitchTest {
    private static final long FIRED = 5_000_000;
    private static final long SKIPPED = 700;
    private static final long EVENTS = ComponentSwitch.Trial.EVENTS;

    private static boolean pays(double before, long fired, long skipped) {
        return new ComponentSwitch.Trial(FIRED, SKIPPED, before).pays(FIRED + fired, SKIPPED + skipped);
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

    /** A switch after 15 acts, of which the eighth looked at a million events, before the others fired; nothing was skipped. */
    private static ComponentSwitch readyToLook() {
        ComponentSwitch ready = new ComponentSwitch();
        for (int act = 1; act <= 15; act++) {
            assertThat(ready.isDue(act <= 8 ? 1_000_000 : 1_500_000, 0)).isFalse();
        }
        return ready;
    }

    @Test
    void componentsAreLookedForWhereWholeStatesDoNotRecur() {
        ComponentSwitch when = readyToLook();
        assertThat(when.isDue(2_000_000, 500_000)).isTrue();
        assertThat(when.begin()).isEqualTo(0.5);
        // Four times as late as the next look, a sixteenth of the events later, would have been.
        assertThat(when.isDue(8_499_999, 500_000)).isFalse();
        assertThat(when.isDue(8_500_000, 500_000)).isTrue();
    }

    @Test
    void wholeStatesThatRecurAreKept() {
        ComponentSwitch when = readyToLook();
        assertThat(when.isDue(2_000_000, 875_001)).isFalse();
        assertThat(when.isDue(2_124_999, 875_001)).isFalse();
        assertThat(when.isDue(2_125_000, 875_001)).isTrue();
        assertThat(readyToLook().isDue(2_000_000, 875_000)).isTrue();
    }

    @Test
    void aShortRunIsNotDivided() {
        ComponentSwitch when = new ComponentSwitch();
        for (int act = 1; act <= 40; act++) {
            assertThat(when.isDue((1 << 16) - 1, 0)).isFalse();
        }
        assertThat(when.isDue(1 << 16, 0)).isTrue();
    }

    @Test
    void itCanBeForcedOrForbidden() {
        ComponentSwitch always = new ComponentSwitch();
        always.force(true);
        assertThat(always.isDue(1, 1)).isTrue();
        assertThat(always.begin()).isZero();
        assertThat(always.isDue(2, 2)).isTrue();
        ComponentSwitch never = readyToLook();
        never.force(false);
        assertThat(never.isDue(Long.MAX_VALUE / 2, 0)).isFalse();
    }
}

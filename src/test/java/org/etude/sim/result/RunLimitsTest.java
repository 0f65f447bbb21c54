// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.spec.SimOptions.Limits;
import org.etude.spec.SimulationException;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a run stops early, and in which words. */
class RunLimitsTest {
    private static final long MILLI = 1_000_000;

    private static RunLimits limits(Limits limits) {
        return new RunLimits(limits, Runtime.getRuntime());
    }

    @Test
    void withoutLimitsNothingEndsARun() {
        RunLimits none = limits(Limits.NONE);
        assertThat(none.boundsTime()).isFalse();
        assertThat(none.lastLeap()).isEqualTo(Long.MAX_VALUE);
        assertThat(none.nextLook(12)).isEqualTo(12);
        assertThat(none.reached(Long.MAX_VALUE, Long.MAX_VALUE)).isEmpty();
    }

    /** What happens at the last tick still counts; what happens later does not, and a queue without events is not later. */
    @Test
    void simulatedTimeEndsAfterItsLastTick() {
        RunLimits limits = limits(Limits.NONE.simulatedTime(Time.us(1.5)));
        assertThat(limits.boundsTime()).isTrue();
        assertThat(limits.lastLeap()).isEqualTo(1_500);
        assertThat(limits.ends(1_500)).isFalse();
        assertThat(limits.ends(1_501)).isTrue();
        assertThat(limits.ends(Long.MAX_VALUE)).as("no event is left").isFalse();
        assertThat(limits.ofTime()).isEqualTo("limit of 1.5 us of simulated time");
        assertThat(limits.reached(1, 1)).as("looked at by ticks, not by events").isEmpty();
    }

    /** A part of a nanosecond counts as a whole one, as does a part of a millisecond of real time. */
    @Test
    void partsOfTheUnitAreRoundedUp() {
        assertThat(Limits.NONE.simulatedTime(new Time(1)).simulatedNs()).isEqualTo(1);
        assertThat(Limits.NONE.simulatedTime(new Time(1_000)).simulatedNs()).isEqualTo(1);
        assertThat(Limits.NONE.simulatedTime(new Time(1_001)).simulatedNs()).isEqualTo(2);
        assertThat(Limits.NONE.wallTime(Time.us(1)).wallMillis()).isEqualTo(1);
        assertThat(Limits.NONE.wallTime(Time.ms(1)).wallMillis()).isEqualTo(1);
    }

    /** With a limit on events no clock leaps over any, and it is looked at exactly then. */
    @Test
    void eventsAreCountedExactly() {
        RunLimits limits = limits(Limits.NONE.events(12_345));
        assertThat(limits.lastLeap()).isZero();
        assertThat(limits.nextLook(12_344)).isEqualTo(12_344);
        assertThat(limits.nextLook(20_000)).isEqualTo(12_345);
        assertThat(limits.reached(12_344, 0)).isEmpty();
        assertThat(limits.reached(12_345, 0)).isEqualTo("limit of 12,345 events");
        assertThat(limits.reached(99_999, 0)).isEqualTo("limit of 12,345 events");
    }

    @Test
    void realTimeIsCountedInMilliseconds() {
        RunLimits limits = limits(Limits.NONE.wallTime(Time.ms(20)));
        assertThat(limits.reached(1, 20 * MILLI - 1)).isEmpty();
        assertThat(limits.reached(1, 20 * MILLI)).isEqualTo("limit of 20 ms of real time");
    }

    /** Live data of any program is more than a byte, and that of this test less than nine tenths of the heap. */
    @Test
    void memoryIsWhatIsLiveAfterACollection() {
        assertThat(limits(Limits.NONE.memory(new Bytes(1))).reached(1, 1))
                .isEqualTo("limit of " + new Bytes(1) + " of memory");
        assertThat(limits(Limits.NONE.memory(new Bytes(Long.MAX_VALUE))).reached(1, 1))
                .isEmpty();
    }

    /** Of several limits that are reached at once, the events are named, since they are the same in every run. */
    @Test
    void eventsAreNamedBeforeTime() {
        RunLimits limits = limits(Limits.NONE.events(5).wallTime(Time.ms(1)));
        assertThat(limits.reached(5, 9 * MILLI)).isEqualTo("limit of 5 events");
        assertThat(limits.reached(4, 9 * MILLI)).isEqualTo("limit of 1 ms of real time");
    }

    @Test
    void aLimitIsDistinguishedFromOtherReasons() {
        assertThat(RunLimits.reached("limit of 5 events")).isTrue();
        assertThat(RunLimits.reached(RunWatch.INTERRUPTED)).isFalse();
        assertThat(RunLimits.reached("")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void noLimitIsNegative(int which) {
        assertThatThrownBy(() ->
                        new Limits(which == 0 ? -1 : 1, which == 1 ? -1 : 1, which == 2 ? -1 : 1, which == 3 ? -1 : 1))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("a limit is negative")
                .hasMessageContaining("-1 " + new String[] {"ns", "events", "ms", "bytes"}[which]);
    }
}

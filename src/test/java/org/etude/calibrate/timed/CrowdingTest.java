// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.TreeMap;
import org.etude.calibrate.CollectiveTiming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message takes 1 us per 100 bytes; a ring of n ranks takes 2 (n - 1) steps of a nth of the bytes. */
class CrowdingTest {
    private static TimeCurve curve(int ranks, long bytes, double micros) {
        return TimeCurve.of(List.of(new CollectiveTiming("all_reduce", ranks, bytes, micros)));
    }

    private static final TimeCurve MESSAGE = curve(2, 100, 1);

    /** Steps of 400 bytes, 4 us alone: at once by two ranks 4, by four 8 and by six 10 us. */
    private static TreeMap<Integer, TimeCurve> rings() {
        TreeMap<Integer, TimeCurve> rings = new TreeMap<>();
        rings.put(
                2,
                TimeCurve.of(List.of(
                        new CollectiveTiming("all_reduce", 2, 400, 2 * 2),
                        new CollectiveTiming("all_reduce", 2, 800, 2 * 4))));
        rings.put(4, curve(4, 1600, 6 * 8));
        rings.put(6, curve(6, 2400, 10 * 10));
        return rings;
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2, 1", "3, 1.5", "4, 2", "5, 2.25", "6, 2.5", "7, 2.5", "1000, 2.5"})
    void theFactorIsThatOfAStep(int senders, double factor) {
        assertThat(new Crowding(rings(), MESSAGE).of(senders)).isEqualTo(factor, within(1e-12));
    }

    /** Without messages the ring of two, which takes as long, is what the others are compared with. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1.5", "4, 2", "6, 2.5"})
    void withoutMessagesTheSmallestGroupCounts(int senders, double factor) {
        assertThat(new Crowding(rings(), null).of(senders)).isEqualTo(factor, within(1e-12));
    }

    @Test
    void moreSendersAreNeverFaster() {
        TreeMap<Integer, TimeCurve> rings = rings();
        rings.put(8, curve(8, 3200, 14 * 6));
        rings.put(2, curve(2, 800, 2 * 3));
        Crowding crowding = new Crowding(rings, MESSAGE);
        assertThat(crowding.of(2)).isEqualTo(1);
        assertThat(crowding.of(8)).isEqualTo(2.5, within(1e-12));
    }

    @Test
    void nothingTimedIsNoCrowding() {
        assertThat(new Crowding(new TreeMap<>(), null).of(64)).isEqualTo(1);
        assertThat(new Crowding(new TreeMap<>(), MESSAGE).of(64)).isEqualTo(1);
    }
}

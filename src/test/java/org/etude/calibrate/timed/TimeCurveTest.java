// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.etude.calibrate.CollectiveTiming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Straight lines between measured sizes: 5 us of 100 bytes, 9 of 300 (the median of three), 20 of 1,000. */
class TimeCurveTest {
    private static CollectiveTiming timing(long bytes, double micros) {
        return new CollectiveTiming("all_reduce", 4, bytes, micros);
    }

    private static final List<CollectiveTiming> TIMINGS =
            List.of(timing(1000, 20), timing(300, 8), timing(100, 5), timing(300, 50), timing(300, 9));

    private final TimeCurve curve = TimeCurve.of(TIMINGS);

    @ParameterizedTest
    @CsvSource({"0, 5", "99, 5", "100, 5", "150, 6", "299.5, 8.99", "300, 9", "650, 14.5", "1000, 20", "3000, 60"})
    void theTimeOfASize(double bytes, double micros) {
        assertThat(curve.micros(bytes)).isEqualTo(micros, within(1e-12));
    }

    @Test
    void itsEnds() {
        assertThat(curve.startMicros()).isEqualTo(5);
        assertThat(curve.largest()).isEqualTo(1000);
    }

    @Test
    void ofSeveralFilesTheOneThatSaysMost() {
        TimeCurve files = TimeCurve.ofFiles(
                List.of(List.of(timing(100, 5), timing(1000, 20)), List.of(timing(100, 7), timing(1000, 10))));
        assertThat(files.slowest(100)).isEqualTo(7);
        assertThat(files.slowest(1000)).isEqualTo(20);
        assertThat(files.micros(100)).as("the median of both").isEqualTo(6);
        assertThat(curve.slowest(150)).as("one file").isEqualTo(6, within(1e-12));
    }

    /** Two messages of 100 bytes take 6 us, so 4 of the 10 us are not the network's. */
    @Test
    void aLongerStartIsNotTheNetworks() {
        TimeCurve message = TimeCurve.of(List.of(timing(100, 3), timing(1000, 30)));
        TimeCurve network = TimeCurve.of(
                TimeCurve.ofNetwork(List.of(timing(100, 10), timing(500, 9), timing(1000, 30)), message, 2));
        assertThat(network.micros(100)).isEqualTo(6);
        assertThat(network.micros(500)).as("not less than the start").isEqualTo(6);
        assertThat(network.micros(1000)).isEqualTo(26);
    }

    @Test
    void timesThatMessagesExplainStay() {
        TimeCurve message = TimeCurve.of(List.of(timing(100, 3), timing(1000, 30)));
        List<CollectiveTiming> large = List.of(timing(1000, 55), timing(2000, 110));
        assertThat(TimeCurve.ofNetwork(large, message, 2)).isEqualTo(large);
    }
}

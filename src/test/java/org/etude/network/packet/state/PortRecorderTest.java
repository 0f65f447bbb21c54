// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class PortRecorderTest {
    @Property(tries = 100)
    void mergingKeepsPeaksAndSums(@ForAll @LongRange(min = 0, max = 1 << 16) long seed) {
        Random random = new Random(seed);
        PortRecorder recorder = new PortRecorder(8, 10);
        recorder.attach(1);
        long now = 0;
        long peak = 0;
        long sent = 0;
        for (int i = 0; i < 200; i++) {
            now += random.nextInt(40);
            long queued = random.nextInt(1000);
            int bytes = random.nextInt(1500);
            recorder.queued(now, 0, queued);
            recorder.sent(now, 0, bytes);
            peak = Math.max(peak, queued);
            sent += bytes;
        }
        long foundPeak = 0;
        long foundSent = 0;
        assertThat(recorder.size()).isLessThanOrEqualTo(8);
        for (int span = 0; span < recorder.size(); span++) {
            foundPeak = Math.max(foundPeak, recorder.peakQueueBytes(0, span));
            foundSent += recorder.sentBytes(0, span);
        }
        assertThat(foundPeak).isEqualTo(peak);
        assertThat(foundSent).isEqualTo(sent);
        assertThat(recorder.spanNanos() * recorder.size()).isGreaterThan(now);
    }

    @Test
    void needsAnEvenNumberOfSpans() {
        assertThatThrownBy(() -> new PortRecorder(3, 10)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PortRecorder(4, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static PortRecorder recorder() {
        PortRecorder recorder = new PortRecorder(8, 10);
        recorder.attach(2);
        return recorder;
    }

    private static String peaks(PortRecorder recorder, int port) {
        return IntStream.range(0, recorder.size())
                .mapToObj(span -> Long.toString(recorder.peakQueueBytes(port, span)))
                .collect(Collectors.joining(" "));
    }

    /** 500 bytes wait from 5 to 32 ns, in which the port is paused, then 300 until 41. */
    @Test
    void aQueueThatStaysCountsInEveryInterval() {
        PortRecorder recorder = recorder();
        recorder.queued(5, 0, 500);
        recorder.queued(32, 0, 300);
        recorder.queued(41, 0, 0);
        recorder.sent(65, 1, 1);
        assertThat(peaks(recorder, 0)).isEqualTo("500 500 500 500 300 0 0");
        assertThat(peaks(recorder, 1)).isEqualTo("0 0 0 0 0 0 0");
    }

    /** Also to the end of a run, where nothing changes it any more, and after the intervals were joined two by two. */
    @Test
    void aQueueThatNeverEmptiesCountsToTheEnd() {
        PortRecorder recorder = recorder();
        recorder.queued(25, 0, 700);
        recorder.sent(79, 1, 1);
        assertThat(peaks(recorder, 0)).isEqualTo("0 0 700 700 700 700 700 700");
        recorder.sent(139, 1, 1);
        assertThat(recorder.spanNanos()).isEqualTo(20);
        assertThat(peaks(recorder, 0)).isEqualTo("0 700 700 700 700 700 700");
        PortRecorder restored = (PortRecorder) recorder.saved().restored();
        assertThat(peaks(restored, 0)).isEqualTo(peaks(recorder, 0));
        recorder.queued(140, 0, 0);
        recorder.sent(159, 1, 1);
        assertThat(peaks(recorder, 0)).isEqualTo("0 700 700 700 700 700 700 700");
    }

    @Test
    void aPacketThatPassesLeavesNothingBehind() {
        PortRecorder recorder = recorder();
        recorder.passed(3, 0, 1000);
        recorder.sent(45, 0, 1000);
        assertThat(peaks(recorder, 0)).isEqualTo("1000 0 0 0 0");
    }

    /** Against a list of levels at every ns. */
    @Property(tries = 100)
    void peaksAreThoseOfEveryMoment(@ForAll @LongRange(min = 0, max = 1 << 16) long seed) {
        Random random = new Random(seed);
        PortRecorder recorder = recorder();
        long[] most = new long[2_000];
        long level = 0;
        int now = 0;
        for (int i = 0; i < 40; i++) {
            int next = now + random.nextInt(30);
            for (int t = now; t <= next; t++) {
                most[t] = Math.max(most[t], level);
            }
            now = next;
            level = random.nextInt(4) * 100L;
            most[now] = Math.max(most[now], level);
            recorder.queued(now, 0, level);
        }
        for (int span = 0; span < recorder.size(); span++) {
            int from = (int) (span * recorder.spanNanos());
            long expected = Arrays.stream(most, from, (int) (from + recorder.spanNanos()))
                    .max()
                    .orElseThrow();
            assertThat(recorder.peakQueueBytes(0, span))
                    .isEqualTo(span == recorder.size() - 1 ? Math.max(expected, level) : expected);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
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
}

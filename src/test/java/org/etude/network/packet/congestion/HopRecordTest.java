// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The four fields of a record: what fits, what is cut, what wraps round. */
class HopRecordTest {
    @Test
    void fieldsComeBackInTheirUnits() {
        long before = HopRecord.of(1_000, 128 * 7, 80 * 5, 4, 1);
        long record = HopRecord.of(4_500, 128 * 20 + 127, 80 * 9 + 79, 4, 1);
        assertThat(HopRecord.codeOf(record)).isEqualTo(4);
        assertThat(HopRecord.queue(record, 1)).isEqualTo(720);
        assertThat(HopRecord.queue(before, 1)).isEqualTo(400);
        assertThat(HopRecord.elapsed(record, before)).isEqualTo(3_500);
        assertThat(HopRecord.sent(record, before, 1)).isEqualTo(13 * 128);
    }

    @Test
    void aScaleWidensTheUnits() {
        long record = HopRecord.of(0, 128 * 30, 80 * 30, 0, 10);
        assertThat(HopRecord.queue(record, 10)).isEqualTo(2_400);
        assertThat(HopRecord.sent(record, 0, 10)).isEqualTo(3_840);
        assertThat(HopRecord.queue(record, 1)).isEqualTo(240);
    }

    /** Time wraps every 2^24 ns, bytes every 2^20 units, queues after 2^17 units. */
    @Test
    void countersWrapRound() {
        long before = HopRecord.of((1 << 24) - 10, 128L * ((1 << 20) - 3), 0, 0, 1);
        long record = HopRecord.of((1 << 24) + 20, 128L * ((1 << 20) + 4), 80L * ((1 << 17) + 6), 0, 1);
        assertThat(HopRecord.elapsed(record, before)).isEqualTo(30);
        assertThat(HopRecord.sent(record, before, 1)).isEqualTo(7 * 128);
        assertThat(HopRecord.queue(record, 1)).isEqualTo(480);
        assertThat(HopRecord.codeOf(record)).isZero();
    }

    @Test
    void eightRatesCanBeToldApart() {
        for (int code = 0; code < HopRecord.CODES; code++) {
            assertThat(HopRecord.codeOf(HopRecord.of(-1, -1, -1, code, 1))).isEqualTo(code);
        }
        assertThat(HopRecord.CODES).isEqualTo(8);
    }

    @Test
    void telemetryGrowsWithItsCells() {
        Telemetry telemetry = new Telemetry(5);
        assertThat(telemetry.get(1 << 20, 4)).isZero();
        telemetry.set(3, 4, 34);
        telemetry.set(4, 0, 40);
        telemetry.set(1024, 0, 1024);
        telemetry.set(5_000, 2, 52);
        assertThat(telemetry.get(3, 4)).isEqualTo(34);
        assertThat(telemetry.get(4, 0)).isEqualTo(40);
        assertThat(telemetry.get(1024, 0)).isEqualTo(1024);
        assertThat(telemetry.get(5_000, 2)).isEqualTo(52);
        assertThat(telemetry.get(5_000, 3)).isZero();
    }
}

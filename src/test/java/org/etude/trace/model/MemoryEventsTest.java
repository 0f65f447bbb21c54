// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of the allocator's columns stay together, and devices have PyTorch's names. */
class MemoryEventsTest {
    private static final MemoryEvents THREE = new MemoryEvents(
            new long[] {10, 20, 30},
            new int[] {0, 1, 2},
            new int[] {0, 1, 6},
            new int[] {-1, 0, 3},
            new long[] {512, 1024, -512},
            new long[] {512, 1024, 0},
            new long[] {0, 2048, 4096});

    private static void assertRow(MemoryEvents events, int at, int row) {
        assertThat(events.nanos()[at]).isEqualTo(THREE.nanos()[row]);
        assertThat(events.lane()[at]).isEqualTo(THREE.lane()[row]);
        assertThat(events.deviceType()[at]).isEqualTo(THREE.deviceType()[row]);
        assertThat(events.device()[at]).isEqualTo(THREE.device()[row]);
        assertThat(events.change()[at]).isEqualTo(THREE.change()[row]);
        assertThat(events.allocated()[at]).isEqualTo(THREE.allocated()[row]);
        assertThat(events.reserved()[at]).isEqualTo(THREE.reserved()[row]);
    }

    @Test
    void rowsArePickedInTheOrderAskedFor() {
        MemoryEvents picked = THREE.pick(new int[] {2, 0});
        assertThat(picked.size()).isEqualTo(2);
        assertRow(picked, 0, 2);
        assertRow(picked, 1, 0);
    }

    @Test
    void timesThatPassKeepTheirRows() {
        MemoryEvents late = THREE.at(nanos -> nanos >= 20);
        assertThat(late.size()).isEqualTo(2);
        assertRow(late, 0, 1);
        assertRow(late, 1, 2);
        assertThat(THREE.at(nanos -> nanos > 30).size()).isZero();
        assertThat(MemoryEvents.NONE.at(nanos -> true).size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0, -1, cpu",
        "1, 0, cuda:0",
        "6, 3, hip:3",
        "9, 1, xla:1",
        "12, 7, xpu:7",
        "13, 0, mps:0",
        "15, 2, hpu:2",
        "19, 0, mtia:0",
        "20, 1, privateuse1:1",
        "16, 0, type16:0",
        "1, -1, cuda"
    })
    void devicesHavePyTorchsNames(int type, int device, String name) {
        long[] none = {0};
        MemoryEvents one = new MemoryEvents(none, new int[1], new int[] {type}, new int[] {device}, none, none, none);
        assertThat(one.deviceName(0)).isEqualTo(name);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.trace.model.StorageUse;
import org.etude.trace.model.StringTable;
import org.junit.jupiter.api.Test;

class StorageSizesTest {
    private static final long MOST = Long.MAX_VALUE / 256;

    private final StringTable devices = new StringTable();
    private final int cpu = devices.idOf("cpu");
    private final int gpu = devices.idOf("cuda:0");
    private final StorageSizes sizes = new StorageSizes(devices);

    @Test
    void eachPairOfSizeAndDeviceHasOneNumber() {
        assertThat(sizes.numberOf(1024, gpu)).isZero();
        assertThat(sizes.numberOf(1024, cpu)).isEqualTo(1);
        assertThat(sizes.numberOf(2048, gpu)).isEqualTo(2);
        assertThat(sizes.numberOf(1024, gpu)).isZero();
        assertThat(sizes.use(7, 0)).isEqualTo(new StorageUse(7, 1024, "cuda:0"));
        assertThat(sizes.use(8, 1)).isEqualTo(new StorageUse(8, 1024, "cpu"));
    }

    /** A number is 64 bits, eight of them for the device. */
    @Test
    void sizesEndAt36Petabytes() {
        assertThat(sizes.use(0, sizes.numberOf(MOST, gpu)).bytes()).isEqualTo(MOST);
        assertThat(sizes.numberOf(MOST + 1, gpu)).isEqualTo(sizes.numberOf(MOST, gpu));
        assertThat(sizes.numberOf(MOST - 1, gpu)).isNotEqualTo(sizes.numberOf(MOST, gpu));
    }

    @Test
    void devicesBeyondThe255thHaveNoNameOfTheirOwn() {
        int last = 0;
        while (devices.size() < 257) {
            last = devices.idOf("device " + devices.size());
        }
        assertThat(last).isEqualTo(256);
        assertThat(sizes.use(0, sizes.numberOf(5, 255)).device()).isEqualTo("device 255");
        assertThat(sizes.use(0, sizes.numberOf(5, 256)).device()).isEqualTo(devices.text(0));
    }

    @Test
    void savedOnesGiveTheSameNumbers() {
        sizes.numberOf(1024, gpu);
        sizes.numberOf(2048, cpu);
        StorageSizes again = (StorageSizes) sizes.saved().restored();
        assertThat(again.use(3, 1)).isEqualTo(new StorageUse(3, 2048, "cpu"));
        assertThat(again.numberOf(2048, cpu)).isEqualTo(1);
        assertThat(again.numberOf(4096, cpu)).isEqualTo(2);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;

class GradientSyncTest {
    @Test
    void pyTorchsBucketsAreTwentyFiveMebibytes() {
        GradientSync sync = GradientSync.of(30_000_000);
        assertThat(sync.bytes(1)).isEqualTo(60_000_000);
        assertThat(sync.sizes(1, 1)).containsExactly(26_214_400L, 26_214_400L, 7_571_200L);
        assertThat(sync.sizes(4, 1)).containsExactly(15_000_000L);
    }

    @Test
    void equalBucketsShareTheRemainder() {
        GradientSync sync = GradientSync.of(5).bytesPerParameter(4).buckets(3);
        assertThat(sync.sizes(1, 1)).containsExactly(7L, 7L, 6L);
        assertThat(sync.sizes(1, 4)).containsExactly(8L, 8L, 8L);
        assertThat(sync.bucket(new Bytes(8)).sizes(1, 1)).containsExactly(8L, 8L, 4L);
        assertThat(sync.bucket(new Bytes(8)).buckets()).isZero();
    }

    @Property
    void noByteIsLostOrSentTwice(
            @ForAll @IntRange(min = 1, max = 100_000) int parameters,
            @ForAll @IntRange(min = 1, max = 50) int buckets,
            @ForAll @IntRange(min = 1, max = 8) int parts) {
        GradientSync sync = GradientSync.of(parameters).buckets(buckets);
        List<Long> sizes = sync.sizes(parts, 1);
        assertThat(sizes.stream().mapToLong(s -> s).sum()).isEqualTo(sync.bytes(parts));
        assertThat(sizes).hasSizeLessThanOrEqualTo(buckets).allMatch(s -> s > 0);
    }

    @Test
    void eitherSizeOrNumberIsSaid() {
        assertThatThrownBy(() -> new GradientSync(1, 2, 5, 5)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> new GradientSync(1, 2, 0, 0))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("gradients of 1 parameters of 2 bytes in 0 buckets of 0 bytes");
        assertThatThrownBy(() -> new GradientSync(0, 2, 5, 0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> new GradientSync(1, 0, 5, 0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> new GradientSync(1, 2, -1, 1)).isInstanceOf(WorkloadException.class);
    }

    @Test
    void moreBucketsThanNodesThatAJobCanHaveAreRefused() {
        assertThat(GradientSync.of(1).bucket(new Bytes(1)).sizes(1, 1)).hasSize(2);
        assertThat(new GradientSync(1L << 23, 2, 1, 0).bytes(1)).isEqualTo(1L << 24);
        assertThatThrownBy(() -> new GradientSync((1L << 23) + 1, 2, 1, 0))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("at most 16777216 buckets");
        assertThatThrownBy(() -> GradientSync.of(Long.MAX_VALUE)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> new GradientSync(5, 2, 0, (1 << 24) + 1)).isInstanceOf(WorkloadException.class);
        assertThat(new GradientSync(Long.MAX_VALUE / 4, 4, 0, 1).bytes(1)).isEqualTo(Long.MAX_VALUE / 4 * 4);
    }
}

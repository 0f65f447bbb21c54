// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveSizes;
import org.etude.spec.CollectiveType;
import org.etude.spec.GradientSync;
import org.etude.spec.ScaleSettings;

/** Sizes and groups against their formulas. */
class ScalingProperties {
    @Property
    void wireBytesOfARingGrowAsTheFactorSays(
            @ForAll @LongRange(min = 1, max = 1L << 45) long buffer,
            @ForAll @IntRange(min = 2, max = 512) int m,
            @ForAll @IntRange(min = 1, max = 4096) int n) {
        // A buffer of B bytes puts B (m-1)/m on the wire; scaled, the wire bytes must be B (n-1)/n.
        BigInteger wire = BigInteger.valueOf(buffer).multiply(BigInteger.valueOf(m - 1L));
        long recorded = buffer * (m - 1);
        long scaled = CollectiveSizes.WIRE.scaled(CollectiveType.ALL_REDUCE, recorded, m, n);
        BigInteger exact = wire.multiply(BigInteger.valueOf((long) m * (n - 1)));
        BigInteger divisor = BigInteger.valueOf((long) n * (m - 1));
        BigInteger error =
                BigInteger.valueOf(scaled).multiply(divisor).subtract(exact).abs();
        assertThat(error.shiftLeft(1).compareTo(divisor) <= 0 || n == 1).isTrue();
    }

    @Property
    void whatIsGatheredStaysWhatItIs(
            @ForAll @LongRange(min = 1, max = 1L << 30) long shard,
            @ForAll @IntRange(min = 1, max = 64) int m,
            @ForAll @IntRange(min = 1, max = 4096) int n) {
        long scaled = CollectiveSizes.BUFFER.scaled(CollectiveType.ALL_GATHER, shard, m, n);
        assertThat(Math.abs(scaled * n - shard * m)).isLessThanOrEqualTo(n);
        assertThat(CollectiveSizes.BUFFER.scaled(CollectiveType.ALL_REDUCE, shard, m, n))
                .isEqualTo(shard);
        assertThat(CollectiveSizes.RECORDED.scaled(CollectiveType.ALL_GATHER, shard, m, n))
                .isEqualTo(shard);
    }

    @Property
    void scalingThereAndBackKeepsWireBytes(
            @ForAll @LongRange(min = 1 << 20, max = 1L << 40) long size,
            @ForAll @IntRange(min = 2, max = 64) int m,
            @ForAll @IntRange(min = 2, max = 64) int n) {
        long there = CollectiveSizes.WIRE.scaled(CollectiveType.ALL_TO_ALL, size, m, n);
        assertThat(CollectiveSizes.WIRE.scaled(CollectiveType.ALL_TO_ALL, there, n, m))
                .isBetween(size - 2, size + 2);
    }

    @Property(tries = 50)
    void divisibilityIsKept(
            @ForAll @LongRange(min = 1, max = 1 << 20) long units,
            @ForAll @IntRange(min = 1, max = 16) int splits,
            @ForAll @IntRange(min = 1, max = 64) int pairs) {
        EtSet set = ScaledJobs.dataParallel(units * splits);
        EtSet scaled = Scaler.run(
                        set,
                        2 * pairs,
                        new ScaleSettings().sizes(CollectiveSizes.WIRE).splits(splits),
                        Progress.NONE)
                .set();
        long size = scaled.ranks().get(0).integer(1, EtNames.COMM_SIZE, -1);
        assertThat(size % splits).isZero();
        double exact = units * splits * 2.0 * (2 * pairs - 1) / (2 * pairs);
        assertThat(Math.abs(size - exact)).isLessThanOrEqualTo(Math.max(splits, 1));
    }

    @Property(tries = 40)
    void everyRankIsInOneCopyOfItsGroup(@ForAll @IntRange(min = 1, max = 32) int replicas) {
        EtSet many = Scaler.run(ScaledJobs.grouped(), 4 * replicas, new ScaleSettings(), Progress.NONE)
                .set();
        int[] seen = new int[4 * replicas];
        many.groups().groups().forEach((id, ranks) -> ranks.forEach(rank -> seen[rank]++));
        assertThat(seen).containsOnly(2);
        for (int rank = 0; rank < seen.length; rank++) {
            String name = many.ranks().get(rank).string(1, EtNames.PG_NAME, "");
            assertThat(many.groups().groups().get(Integer.parseInt(name))).contains(rank);
        }
    }

    @Property
    void bucketsHoldAllGradients(
            @ForAll @LongRange(min = 1, max = 1L << 34) long parameters,
            @ForAll @IntRange(min = 1, max = 16) int parts,
            @ForAll @IntRange(min = 1, max = 64) int buckets) {
        GradientSync sync = GradientSync.of(parameters).buckets(buckets);
        long sum = sync.sizes(parts, 4).stream().mapToLong(Long::longValue).sum();
        assertThat(sum).isBetween(sync.bytes(parts), sync.bytes(parts) + 4L * buckets);
        assertThat(sync.sizes(parts, 4).size()).isLessThanOrEqualTo(buckets);
    }
}

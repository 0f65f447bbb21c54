// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.etude.et.check.EtValidator;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.repair.Repair;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.GradientSync;
import org.etude.spec.TransformerSpec;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

class RegimesTest {
    private static long bytes(EtGraph graph) {
        return IntStream.range(0, graph.size())
                .mapToLong(node -> graph.integer(node, EtNames.COMM_SIZE, 0))
                .sum();
    }

    private static long computeNanos(EtGraph graph) {
        return IntStream.range(0, graph.size())
                .filter(node -> graph.type(node) == EtNodeType.COMP)
                .mapToLong(graph::durationNanos)
                .sum();
    }

    private static EtSet sound(EtSet set) {
        assertThat(EtValidator.check(set, Progress.NONE).has(Level.ERROR)).isFalse();
        assertThat(Repair.run(set).changes()).isEmpty();
        return set;
    }

    @Test
    void pytorchBucketsBeginSmall() {
        assertThat(Regimes.pytorchBuckets(new Bytes(60L << 20)))
                .containsExactly(1L << 20, 25L << 20, 25L << 20, 9L << 20);
        assertThat(Regimes.pytorchBuckets(new Bytes(5))).containsExactly(8L);
    }

    @Property(tries = 100)
    void bucketsMakeTheTotal(
            @ForAll @LongRange(min = 1, max = 1L << 36) long total, @ForAll @IntRange(min = 1, max = 99) int count) {
        long sum = Regimes.equal(new Bytes(total), count).stream()
                .mapToLong(i -> i)
                .sum();
        assertThat(sum).isBetween(total, total + 5L * count);
        long pytorch = Regimes.pytorchBuckets(new Bytes(total)).stream()
                .mapToLong(i -> i)
                .sum();
        assertThat(pytorch).isBetween(total, total + 3);
    }

    @Test
    void computationAndCommunicationStandBesideEachOther() {
        EtSet set = sound(Regimes.overlapping(
                128, new Time(274_982_000_000L), CollectiveType.ALL_TO_ALL, List.of(100L << 20, 64L, 4096L)));
        EtGraph graph = set.ranks().get(77);
        assertThat(graph).isSameAs(set.ranks().get(0));
        assertThat(computeNanos(graph)).isEqualTo(274_982_000);
        assertThat(bytes(graph)).isEqualTo((100L << 20) + 64 + 4096);
        for (int node = 3; node < 6; node++) {
            assertThat(graph.depCount(node)).isZero();
        }
    }

    @Test
    void aTransformerHasItsGroupsAndBytes() {
        TransformerSpec model = TransformerSpec.qwen15b(8, 16, 2048, Time.us(500));
        EtSet set = sound(Regimes.transformer(model));
        assertThat(set.ranks()).hasSize(128);
        assertThat(set.groups().groups()).hasSize(16 + 8);
        int[] seen = new int[128];
        set.groups().groups().values().forEach(ranks -> ranks.forEach(rank -> seen[rank]++));
        assertThat(seen).containsOnly(2);
        EtGraph rank = set.ranks().get(21);
        long gradients = model.gradients().bytes(8);
        long activations = 4L * 28 * 2048 * 1536 * 2;
        assertThat(bytes(rank)).isBetween(gradients + activations, gradients + activations + 64);
        assertThat(computeNanos(rank)).isEqualTo(28 * 3 * 500_000L);
        assertThat(rank.string(1, EtNames.PG_NAME, "")).isEqualTo("3");
        assertThat(rank.string(rank.size() - 1, EtNames.PG_NAME, "")).isEqualTo(Integer.toString(17 + 21 % 8));
    }

    @Test
    void oneCopyOfATransformerHasNoGradients() {
        EtSet set = sound(Regimes.transformer(TransformerSpec.qwen15b(4, 1, 16, Time.us(5))));
        assertThat(bytes(set.ranks().get(0))).isEqualTo(4L * 28 * 16 * 1536 * 2);
    }

    @Test
    void senselessWorkloadsAreRefused() {
        assertThatThrownBy(() -> Regimes.equal(new Bytes(5), 0)).hasMessageContaining("0 buckets");
        assertThatThrownBy(() -> Regimes.only(0, CollectiveType.ALL_REDUCE, List.of(4L)))
                .hasMessageContaining("the number of ranks is 0");
        assertThatThrownBy(() -> TransformerSpec.qwen15b(0, 1, 16, Time.us(5))).hasMessageContaining("on 0 x 1 ranks");
        assertThatThrownBy(() -> new GradientSync(1, 2, 0, 0)).hasMessageContaining("either the size or the number");
    }
}

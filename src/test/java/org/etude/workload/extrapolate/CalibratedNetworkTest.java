// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.etude.report.Progress;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.LinkOptions;
import org.etude.spec.ParallelizeOptions;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Costs of 100 us for each rank of the group + 1 ns per byte. */
class CalibratedNetworkTest {
    private static final CommunicationCosts COSTS =
            (type, ranks, bytes) -> new CommunicationCosts.Cost(100.0 * ranks, 1e-3, type + " of " + ranks);

    @TempDir
    private Path dir;

    private Extrapolated spread(UnaryOperator<ParallelizeOptions> wish, CommunicationCosts costs) {
        ParallelizeOptions all = wish.apply(ParallelizeOptions.defaults()).calibration(costs);
        return Extrapolator.run(HandStep.onHost(dir), LinkOptions.defaults(), null, all, Progress.NONE);
    }

    private List<CalibratedDim> dims(UnaryOperator<ParallelizeOptions> wish) {
        return spread(wish, COSTS).network();
    }

    @Test
    void copiesMakeARing() {
        CalibratedDim data = dims(p -> p.dp(4)).get(0);
        assertThat(data.name()).isEqualTo("data");
        assertThat(data.collectives()).isEqualTo(1);
        assertThat(data.bytes()).isEqualTo(2_560);
        assertThat(data.latencyUs()).isCloseTo(400 / 6.0, within(1e-9));
        assertThat(data.bytesPerMicro()).isCloseTo(1_500, within(1e-9));
    }

    @Test
    void eachKindOfGroupHasADimensionTensorsFirst() {
        List<CalibratedDim> dims = dims(p -> p.dp(3).tp(2));
        assertThat(dims).extracting(CalibratedDim::name).containsExactly("tensor", "data");
        assertThat(dims).extracting(d -> d.cost().evidence()).containsExactly("all_reduce of 2", "all_reduce of 3");
        // forward the outputs of the row layer, backward nothing: the first layer's input needs no gradient
        assertThat(dims.get(0).bytes()).isEqualTo(8 * 4 * 4);
        assertThat(dims(p -> p.tp(2))).extracting(CalibratedDim::name).containsExactly("tensor");
        assertThat(dims(p -> p)).isEmpty();
    }

    @Test
    void stagesSendMessagesOverOneLink() {
        CalibratedDim stages = dims(p -> p.pp(2).microBatches(2)).get(0);
        assertThat(stages.name()).isEqualTo("pipeline");
        assertThat(stages.bytes()).isEqualTo(4 * 32 * 4);
        assertThat(stages.latencyUs()).isEqualTo(200);
        assertThat(stages.bytesPerMicro()).isEqualTo(1_000);
        assertThat(stages.cost().evidence()).isEqualTo("sendrecv of 2");
    }

    /** Two buckets of 512 and 2,048 bytes: one costs 10 us, the other 100. */
    @Test
    void allCollectivesTogetherTakeWhatWasMeasured() {
        CommunicationCosts costs = (type, ranks, bytes) ->
                new CommunicationCosts.Cost(bytes < 1_000 ? 10 - 0.512 : 100 - 2.048, 1e-3, "two");
        CalibratedDim data =
                spread(p -> p.dp(2).bucket(new Bytes(512)), costs).network().get(0);
        assertThat(data.collectives()).isEqualTo(2);
        assertThat(2 * data.cost().startUs() + 2_560 * data.cost().usPerByte()).isCloseTo(110, within(1e-9));
    }

    /** Near the average size the rate is low, so a line through all would begin below zero. */
    @Test
    void aLineThatWouldBeginBelowZeroBeginsAtZero() {
        CommunicationCosts costs = (type, ranks, bytes) -> bytes == 1_280
                ? new CommunicationCosts.Cost(0, 1, "slow")
                : new CommunicationCosts.Cost(0, 1e-3, "fast");
        CalibratedDim data =
                spread(p -> p.dp(2).bucket(new Bytes(512)), costs).network().get(0);
        assertThat(data.cost().startUs()).isZero();
        assertThat(data.cost().micros(2_560)).isCloseTo(2.56, within(1e-9));
    }

    @Test
    void findingsSayWhatItRestsOn() {
        assertThat(spread(p -> p.dp(4), COSTS).set().report().findings())
                .filteredOn(f -> f.what().startsWith("the network of"))
                .singleElement()
                .satisfies(f -> {
                    assertThat(f.what()).isEqualTo("the network of 4 data ranks: 66.667 us and 1.500 GB/s per link");
                    assertThat(f.why()).isEqualTo("all_reduce of 4");
                    assertThat(f.effect()).isEqualTo("1 of 2560 bytes on average take what was measured");
                });
    }

    @Test
    void refusesCostsThatAreNoTimes() {
        assertThatThrownBy(() -> new CommunicationCosts.Cost(-1, 1, "a fit"))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("a start of -1.0 us and 1.0 us per byte (a fit)");
        assertThatThrownBy(() -> new CommunicationCosts.Cost(1, 0, "a fit")).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> new CommunicationCosts.Cost(1, Double.NaN, "a fit"))
                .isInstanceOf(WorkloadException.class);
    }

    @Property
    void aRingOnTheDimensionTakesTheCost(
            @ForAll @IntRange(min = 2, max = 4096) int ranks,
            @ForAll @DoubleRange(min = 0, max = 1e5) double start,
            @ForAll @DoubleRange(min = 1e-9, max = 1) @Scale(12) double rate,
            @ForAll @LongRange(min = 1, max = 1L << 40) long bytes) {
        CommunicationCosts.Cost cost = new CommunicationCosts.Cost(start, rate, "");
        CalibratedDim dim = new CalibratedDim("data", ranks, 1, bytes, cost);
        double ring = 2.0 * (ranks - 1) * (dim.latencyUs() + (double) bytes / ranks / dim.bytesPerMicro());
        assertThat(ring).isCloseTo(cost.micros(bytes), within(1e-9 * cost.micros(bytes)));
    }
}

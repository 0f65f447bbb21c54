// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.workload.llm.step.Steps.gpt;
import static org.etude.workload.llm.step.Steps.traffic;

import java.util.Optional;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sequences shared by 4 ranks: exchanges against the papers' formulas, the same work in all, less memory. */
class ContextParallelTest {
    private static final int CP = 4;
    private static final int MICROS = 4;
    /** Bytes of a rank's part of the keys and values of a micro batch: 2 of its tokens times the hidden size, in half precision. */
    private static final long KEYS = 2 * Steps.ACTIVATIONS / CP;

    private static LlmStep shared(String exchange, Consumer<LlmSettings> change) {
        return gpt(p -> {
            p.world(CP).cp(CP, exchange).flashAttention();
            change.accept(p);
        });
    }

    private static double operations(LlmStep step) {
        EtSet set = step.write(Progress.NONE);
        return set.ranks().stream().mapToDouble(Steps::operations).sum();
    }

    /** Liu et al. 2023: n - 1 steps of a rank's keys and values per layer, with their gradients twice that backward. */
    @Test
    void aRingSendsKeysAndValuesOnceForthAndTwiceBack() {
        Traffic ring = traffic(shared("p2p", p -> {}), 0, Group.CONTEXT, CollectiveType.ALL_GATHER);
        assertThat(ring.count()).isEqualTo(MICROS * 2 * Steps.LAYERS);
        assertThat(ring.bytes()).isEqualTo(MICROS * 3 * Steps.LAYERS * KEYS);
        assertThat(ring.sentBytes()).isEqualTo((CP - 1.0) * ring.bytes());
    }

    /** Jacobs et al. 2023, section 3.2: queries, keys, values and results, 4 N h over the ranks, there and back. */
    @Test
    void headsAreExchangedInTwoAllToAllsEachWay() {
        Traffic all = traffic(shared("a2a", p -> {}), 0, Group.CONTEXT, CollectiveType.ALL_TO_ALL);
        assertThat(all.count()).isEqualTo(MICROS * 4 * Steps.LAYERS);
        assertThat(all.bytes()).isEqualTo(MICROS * 2 * Steps.LAYERS * 4 * Steps.ACTIVATIONS / CP);
        assertThat(all.sentBytes()).isEqualTo(0.75 * all.bytes());
    }

    @Test
    void gatheredKeysAreGatheredAgainAndTheirGradientsScattered() {
        LlmStep step = shared("all_gather", p -> {});
        assertThat(traffic(step, 0, Group.CONTEXT, CollectiveType.ALL_GATHER).bytes())
                .isEqualTo(MICROS * 2 * Steps.LAYERS * KEYS);
        assertThat(traffic(step, 0, Group.CONTEXT, CollectiveType.REDUCE_SCATTER)
                        .bytes())
                .isEqualTo(MICROS * Steps.LAYERS * KEYS * CP);
    }

    /** Whatever is exchanged, all ranks together compute what one does, apart from the optimizer and a ring's merging. */
    @Test
    void theWorkIsShared() {
        double alone = operations(gpt(LlmSettings::flashAttention));
        for (String exchange : new String[] {"a2a", "all_gather"}) {
            assertThat(operations(shared(exchange, p -> {}))).isCloseTo(alone, Percentage.withPercentage(1e-6));
        }
        // Each of the parts' results is scaled and added, and each of the gradients of queries, keys and values.
        double elements = Steps.ACTIVATIONS / 2.0 * MICROS * Steps.LAYERS;
        assertThat(operations(shared("p2p", p -> {})))
                .isCloseTo(alone + 2 * CP * (1 + 3) * elements, Percentage.withPercentage(1e-6));
    }

    private static long touched(String exchange, int ranks) {
        LlmStep step = gpt(p -> p.world(ranks).cp(ranks, exchange).flashAttention());
        return Steps.bytes(step.write(Progress.NONE).ranks().get(0));
    }

    /** The first part's results are read and written; of the further ones half are added to all results, half to half of them. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void aRingMergesThePartsOfItsResults(int ranks) {
        double elements = Steps.ACTIVATIONS / 2.0 / ranks * (MICROS * Steps.LAYERS);
        double numbers = 2 + 2.25 * (ranks - 1);
        assertThat(touched("p2p", ranks) - touched("a2a", ranks))
                .isEqualTo(Math.round(2 * numbers * (1 + 3) * elements));
    }

    @Test
    void activationsAreSharedAndParametersAreNot() {
        MemoryPlan.Stage alone =
                gpt(LlmSettings::flashAttention).memory().stages().get(0);
        MemoryPlan.Stage shared = shared("p2p", p -> {}).memory().stages().get(0);
        assertThat(shared.activations().value()).isEqualTo(alone.activations().value() / CP);
        assertThat(shared.weights()).isEqualTo(alone.weights());
    }

    /** Gradients are summed over all ranks that hold the same parameters, those that share sequences too. */
    @Test
    void gradientsAreSummedOverContextToo() {
        LlmStep both = gpt(p -> p.world(8).cp(2, "p2p").flashAttention());
        assertThat(both.plan().pipeline().microBatches()).isEqualTo(1);
        assertThat(both.plan().ranks()).hasToString("tp 1 x cp 2 x dp 4 x pp 1");
        long parameters = both.memory().stages().get(0).parameters();
        assertThat(traffic(both, 0, Group.DATA, CollectiveType.ALL_REDUCE).sentBytes())
                .isEqualTo(2 * 7.0 / 8 * 4 * parameters);
    }

    @Property(tries = 30)
    void anySharingRuns(
            @ForAll @IntRange(min = 1, max = 2) int tp,
            @ForAll @IntRange(min = 1, max = 2) int pp,
            @ForAll @IntRange(min = 1, max = 2) int dp,
            @ForAll @IntRange(max = 2) int exchange,
            @ForAll boolean spread) {
        String name = new String[] {"p2p", "a2a", "all_gather"}[exchange];
        LlmStep step = gpt(p -> {
            p.world(2 * tp * pp * dp)
                    .tp(tp)
                    .pp(pp)
                    .cp(2, name)
                    .gpu("H100")
                    .flashAttention()
                    .overlapGradients();
            if (spread) {
                p.sequenceParallel();
            }
        });
        Workload work = Workload.of(step.write(Progress.NONE));
        assertThat(work.repair().changes().rowCount()).isZero();
        assertThat(work.simulate(
                                Topology.switched(2 * tp * pp * dp)
                                        .bandwidth(Bandwidth.gbps(100))
                                        .latency(Time.us(1)),
                                s -> s.fidelity(Fidelity.ANALYTIC))
                        .isComplete())
                .isTrue();
    }

    @Test
    void whatCannotBeSharedIsRefused() {
        assertThatThrownBy(() -> gpt(p -> p.world(3).cp(3, "p2p")))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("sequences of 32 tokens cannot be shared by 3 (cp) ranks");
        assertThatThrownBy(() -> gpt(p -> p.world(4).cp(3, "p2p"))).hasMessageContaining("does not divide the 4 ranks");
        assertThatThrownBy(() -> shared("ring", p -> {})).hasMessageContaining("--cp_comm_type is 'ring'");
        assertThatThrownBy(() -> gpt(p -> p.world(8).cp(8, "a2a"))).hasMessageContaining("4 heads of queries");
        assertThat(Optional.of(LlmOption.CONTEXT_EXCHANGE.base())).contains("p2p");
    }
}

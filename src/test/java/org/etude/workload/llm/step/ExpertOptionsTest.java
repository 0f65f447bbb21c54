// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.workload.llm.step.Steps.gpt;
import static org.etude.workload.llm.step.Steps.traffic;

import java.util.Arrays;
import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.etude.workload.parallel.Group;
import org.junit.jupiter.api.Test;

/** Uneven loads of experts, and token exchanges that overlap with the work of shared experts. */
class ExpertOptionsTest {
    private static LlmStep moe(Consumer<LlmSettings> change) {
        return gpt(p -> {
            p.world(4).ep(4).gpu("H100").sequenceParallel();
            p.set(LlmOption.MOE, true).set(LlmOption.EXPERTS, 8).set(LlmOption.TOP_K, 2);
            change.accept(p);
        });
    }

    private static double operations(EtSet set) {
        return set.ranks().stream().mapToDouble(Steps::operations).sum();
    }

    private static long stepNs(LlmStep step) {
        return Arrays.stream(Workload.of(step.write(Progress.NONE))
                        .simulate(
                                Topology.switched(4)
                                        .bandwidth(Bandwidth.gbps(100))
                                        .latency(Time.us(1)),
                                s -> s.fidelity(Fidelity.ANALYTIC))
                        .result()
                        .ranks()
                        .finish())
                .max()
                .orElseThrow();
    }

    /** Twice the mean: twice the bytes of the exchanges of tokens, and twice the work of experts, 18 r h w with 2 matrices. */
    @Test
    void theFullestRankGetsItsFactor() {
        LlmStep even = moe(p -> {});
        LlmStep full = moe(p -> p.set(LlmOption.EXPERT_LOAD, "2"));
        assertThat(traffic(full, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL).bytes())
                .isEqualTo(2
                        * traffic(even, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL)
                                .bytes());
        double rows = 4.0 * Steps.BATCH * Steps.SEQUENCE * 2 * Steps.LAYERS;
        double products = 3 * 2 * 2 * rows * Steps.HIDDEN * 4 * Steps.HIDDEN;
        double activations = 2 * 8 * rows * 4 * Steps.HIDDEN;
        // Copied to their experts and back, forward and backward.
        double copies = 4 * rows * Steps.HIDDEN;
        assertThat(operations(full.write(Progress.NONE)) - operations(even.write(Progress.NONE)))
                .isCloseTo(products + activations + copies, Percentage.withPercentage(1e-6));
        assertThatThrownBy(() -> moe(p -> p.set(LlmOption.EXPERT_LOAD, "5")))
                .hasMessageContaining("--moe_load_factor is '5'");
        assertThatThrownBy(() -> moe(p -> p.set(LlmOption.EXPERT_LOAD, "x")))
                .hasMessageContaining("--moe_load_factor is 'x'");
    }

    @Test
    void tokensTravelBesideSharedExperts() {
        LlmStep after = moe(p -> p.set(LlmOption.SHARED_EXPERTS, 1));
        LlmStep beside = moe(p -> p.set(LlmOption.SHARED_EXPERTS, 1).set(LlmOption.SHARED_OVERLAP, true));
        assertThat(operations(beside.write(Progress.NONE))).isEqualTo(operations(after.write(Progress.NONE)));
        assertThat(traffic(beside, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL))
                .isEqualTo(traffic(after, 0, Group.EXPERT, CollectiveType.ALL_TO_ALL));
        assertThat(stepNs(beside)).isLessThan(stepNs(after));
    }
}

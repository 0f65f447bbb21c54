// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;

/** Any job needs no less memory with more tokens or a larger vocabulary, and keeps no more when it recomputes more. */
class PeakMemoryProperties {
    private static final List<String> FRAMES = List.of("Megatron", "DeepSpeed", "torchtitan");

    /** A job; recomputation is none, selective, or the first layers of each part, of which there are four. */
    record Job(String frame, int tp, int pp, int micro, int sequence, int vocabulary, boolean flash, boolean fused) {
        MemoryPlan memory(int again) {
            LlmSettings settings = new LlmSettings(null)
                    .world(4 * tp * pp)
                    .tp(tp)
                    .pp(pp)
                    .layers(4 * pp)
                    .hidden(64)
                    .heads(4)
                    .microBatch(micro)
                    .globalBatch(32 * micro)
                    .sequence(sequence)
                    .set(LlmOption.FRAME, frame)
                    .set(LlmOption.ZERO_STAGE, 1)
                    .set(LlmOption.FLASH, flash)
                    .set(LlmOption.LOSS_FUSION, fused)
                    .set(LlmOption.SWIGLU, flash != fused)
                    .set(LlmOption.SEQUENCE_PARALLEL, tp > 1)
                    .set(LlmOption.VOCABULARY, vocabulary);
            if (again < 0) {
                settings.recompute("selective");
            } else if (again > 0) {
                settings.recompute("block", again);
            }
            return LlmStep.of(LlmTraining.of(settings), Optional.empty()).memory();
        }

        Job with(int newMicro, int newSequence, int newVocabulary) {
            return new Job(frame, tp, pp, newMicro, newSequence, newVocabulary, flash, fused);
        }
    }

    @Provide
    Arbitrary<Job> jobs() {
        return Arbitraries.of(FRAMES).flatMap(frame -> Arbitraries.of(1, 2, 4).flatMap(tp -> Arbitraries.of(1, 2, 4)
                .flatMap(pp -> Arbitraries.integers().between(1, 8).flatMap(micro -> Arbitraries.of(32, 64, 96, 256)
                        .flatMap(sequence -> Arbitraries.integers()
                                .between(100, 60_000)
                                .flatMap(vocabulary -> Arbitraries.of(true, false)
                                        .map(flag -> new Job(
                                                frame,
                                                tp,
                                                pp,
                                                micro,
                                                sequence,
                                                vocabulary,
                                                flag,
                                                sequence == 96))))))));
    }

    private static void atLeast(MemoryPlan more, MemoryPlan less) {
        for (int stage = 0; stage < less.stages().size(); stage++) {
            assertThat(more.stages().get(stage).total().value())
                    .isGreaterThanOrEqualTo(less.stages().get(stage).total().value());
        }
    }

    @Property(tries = 200)
    void moreTokensOrWordsNeedNoLess(@ForAll @From("jobs") Job job, @ForAll boolean recomputes) {
        int again = recomputes ? 4 : 0;
        MemoryPlan memory = job.memory(again);
        atLeast(job.with(job.micro() + 1, job.sequence(), job.vocabulary()).memory(again), memory);
        atLeast(job.with(job.micro(), 2 * job.sequence(), job.vocabulary()).memory(again), memory);
        atLeast(job.with(job.micro(), job.sequence(), 2 * job.vocabulary()).memory(again), memory);
    }

    /** More recomputed layers keep less, and the total grows by no more than one layer's backward pass. */
    @Property(tries = 200)
    void moreRecomputationKeepsLess(@ForAll @From("jobs") Job job) {
        MemoryPlan before = job.memory(0);
        List<MemoryPlan> after = List.of(job.memory(-1), job.memory(1), job.memory(2), job.memory(4));
        for (MemoryPlan memory : after) {
            for (int stage = 0; stage < job.pp(); stage++) {
                MemoryPlan.Stage less = memory.stages().get(stage);
                MemoryPlan.Stage more = before.stages().get(stage);
                assertThat(less.activations().value())
                        .isLessThanOrEqualTo(more.activations().value());
                assertThat(less.total().value() - less.temporary().value())
                        .isLessThanOrEqualTo(
                                more.total().value() - more.temporary().value());
                assertThat(less.weights()).isEqualTo(more.weights());
            }
        }
        // Where each layer is recomputed on its own, a part with all of them keeps inputs and one whole layer.
        for (int stage = 0; stage < job.pp(); stage++) {
            assertThat(job.memory(4).stages().get(stage).total().value())
                    .isLessThanOrEqualTo(before.stages().get(stage).total().value());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanRequestTest {
    @Test
    void optionsOfTheSplitAreFixedAndTheOthersAreTheJobs() {
        PlanRequest request = PlanRequest.of(
                Map.of(
                        LlmOption.MODEL_NAME, "llama_7B",
                        LlmOption.TENSOR_PARALLEL, "2,4",
                        LlmOption.SCHEDULE, "1f1b, zb-h1",
                        LlmOption.GLOBAL_BATCH, "64"),
                0.25,
                3);
        assertThat(request.options()).isEqualTo(Map.of(LlmOption.MODEL_NAME, "llama_7B", LlmOption.GLOBAL_BATCH, "64"));
        assertThat(request.fixed())
                .isEqualTo(Map.of(
                        LlmOption.TENSOR_PARALLEL, List.of("2", "4"), LlmOption.SCHEDULE, List.of("1f1b", "zb-h1")));
        assertThat(request.reserve()).isEqualTo(0.25);
        assertThat(request.keep()).isEqualTo(3);
    }

    @Test
    void tenAreKeptAndATenthOfTheMemoryIsReservedUnlessToldOtherwise() {
        PlanRequest request = PlanRequest.of(Map.of());
        assertThat(request.keep()).isEqualTo(10);
        assertThat(request.reserve()).isEqualTo(0.1);
    }

    @Test
    void noReserveAndOnePlanAreTheLeast() {
        assertThat(PlanRequest.of(Map.of(), 0, 1).keep()).isOne();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1, 1.5, Double.NaN, Double.NEGATIVE_INFINITY})
    void aReserveThatLeavesNothingIsRefused(double reserve) {
        assertThatThrownBy(() -> PlanRequest.of(Map.of(), reserve, 1))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("a reserve of " + reserve)
                .hasMessageContaining("Give a fraction from 0 to below 1");
    }

    @Test
    void keepingNoPlanIsRefused() {
        assertThatThrownBy(() -> PlanRequest.of(Map.of(), 0.1, 0)).hasMessageContaining("and 0 plans to keep");
    }

    /** Each of them once divided by zero, or was no number, as a fault of Etude. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "2,0", "-2", "x", "", "2,,4", "2,", "1.5", "99999999999", " "})
    void sizesOfSplitsAreOneOrMore(String given) {
        assertThatThrownBy(() -> PlanRequest.of(Map.of(LlmOption.TENSOR_PARALLEL, given)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--tensor_model_parallel_size: found '")
                .hasMessageContaining("not 1 or more")
                .hasMessageContaining("separated by commas");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "PIPELINE_PARALLEL",
                "EXPERT_PARALLEL",
                "CONTEXT_PARALLEL",
                "MICRO_BATCH",
                "VIRTUAL_STAGES",
                "INSTANCES",
                "RECOMPUTE_LAYERS"
            })
    void everySizeIsChecked(LlmOption option) {
        assertThatThrownBy(() -> PlanRequest.of(Map.of(option, "0")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(option.option() + ": found '0' among its values");
        assertThat(PlanRequest.of(Map.of(option, "007,1")).fixed()).containsEntry(option, List.of("007", "1"));
    }

    @Test
    void anEmptyTextAmongValuesIsRefused() {
        assertThatThrownBy(() -> PlanRequest.of(Map.of(LlmOption.SCHEDULE, "1f1b,")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--schedule: found '' among its values");
    }

    /** So is what was made without {@code of}. */
    @Test
    void aRequestOfTheRecordIsChecked() {
        assertThatThrownBy(() -> new PlanRequest(Map.of(), Map.of(LlmOption.CONTEXT_PARALLEL, List.of("0")), 0.1, 1))
                .hasMessageContaining("--context-parallel-size: found '0'");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sections of a file of AICB's measured times in us, and the times of a training step in ns that they add up to. */
class AiobTimesTest {
    /** Attention 10.5 + 20 + 1 ns, of which 20 may be recomputed; feed-forward 5 + 2.5 ns. */
    private static final List<String> LINES = List.of(
            "param_time:",
            "time_gpu_max: 0.9",
            "time_gpu_min: 0.1004",
            "time_gpu_avg: 0.2005",
            "attention_linear:",
            "time_gpu_avg: 0.0105",
            "core_attention_flash:",
            "  time_gpu_avg: 0.02",
            "layernorm:",
            "time_gpu_avg: 0.001",
            "mlp_linear_1:",
            "time_gpu_avg: 0.005",
            "layernorm2:",
            "time_gpu_avg: 0.0025",
            "Emb:",
            "time_gpu_avg: 0.0335",
            "one:",
            "time_gpu_avg: 0.001",
            "empty:",
            "least_only:",
            "time_gpu_min: 4");

    private static AiobTimes times(boolean recompute, boolean latentZero, List<String> lines) {
        return new AiobTimes(AiobFile.parse(lines), recompute, latentZero);
    }

    @Test
    void sectionsHaveTheAverageAndTheLeastTime() {
        assertThat(AiobFile.parse(LINES).sections())
                .extracting(section -> section.name() + " "
                        + (section.averageNs().isPresent()
                                ? Math.round(section.averageNs().getAsDouble() * 10)
                                : "-")
                        + " "
                        + (section.leastNs().isPresent()
                                ? Math.round(section.leastNs().getAsDouble() * 10)
                                : "-"))
                .containsExactly(
                        "param_time 2005 1004",
                        "attention_linear 105 -",
                        "core_attention_flash 200 -",
                        "layernorm 10 -",
                        "mlp_linear_1 50 -",
                        "layernorm2 25 -",
                        "Emb 335 -",
                        "one 10 -",
                        "least_only - 40000");
    }

    /** Halves are rounded to even: 200.5 to 200, 31.5 to 32, 7.5 to 8, 33.5 to 34. */
    @ParameterizedTest
    @CsvSource({
        "forward, grad, 100",
        "backward, grad, 200",
        "forward, attention, 32",
        "backward, attention, 32",
        "forward, final, 32",
        "forward, mlp, 8",
        "backward, mlp, 8",
        "forward, embedding, 34",
        "forward, one, 1",
        "forward, unknown, 1"
    })
    void stagesAreTheSumsOfTheirSections(String direction, String stage, long nanos) {
        assertThat(times(false, false, LINES).stage(direction, stage)).isEqualTo(nanos);
    }

    @Test
    void theCoreOfAttentionCountsTwiceIfRecomputed() {
        assertThat(times(true, false, LINES).stage("forward", "attention"))
                .as("51.5")
                .isEqualTo(52);
    }

    @Test
    void withoutTimesOfGradientsTheyTakeNone() {
        AiobTimes none = times(false, false, List.of("mlp:", "time_gpu_avg: 1"));
        assertThat(none.stage("forward", "grad")).isZero();
        assertThat(none.stage("backward", "grad")).isZero();
        assertThat(none.stage("forward", "attention")).isZero();
        assertThat(none.stage("forward", "embedding")).as("not measured").isEqualTo(1);
    }

    /** 1 ns counts as not measured, as in AICB. */
    @Test
    void aRowHasTheTimeOfExactlyItsName() {
        AiobTimes times = times(false, false, LINES);
        assertThat(times.exact("Emb")).hasValue(34);
        assertThat(times.exact("one")).isEmpty();
        assertThat(times.exact("attention_linear")).as("a part of the sum").isEmpty();
        assertThat(times.exact("least_only")).isEmpty();
    }

    /** Parts of latent attention are rows of their own besides the sum; AICB takes those that were not measured as 0. */
    @Test
    void partsOfLatentAttentionHaveRows() {
        List<String> latent = List.of("attention_o_row:", "time_gpu_avg: 0.007");
        assertThat(times(false, false, latent).exact("attention_o_row")).hasValue(7);
        assertThat(times(false, false, latent).exact("attention_q_column")).isEmpty();
        assertThat(times(false, true, latent).exact("attention_o_row")).hasValue(7);
        assertThat(times(false, true, latent).exact("attention_q_column")).hasValue(0);
        assertThat(times(false, true, latent).stage("forward", "attention")).isEqualTo(7);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.report.Finding;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableGeneratorTest {
    @TempDir
    private Path dir;

    private static TableGenerator tiny(boolean compat, Object... options) {
        Map<LlmOption, String> given = new EnumMap<>(Map.of(
                LlmOption.HIDDEN, "8",
                LlmOption.LAYERS, "2",
                LlmOption.HEADS, "2",
                LlmOption.SEQUENCE, "4",
                LlmOption.VOCABULARY, "256",
                LlmOption.WORLD_SIZE, "4",
                LlmOption.GLOBAL_BATCH, "4"));
        for (int i = 0; i < options.length; i += 2) {
            given.put((LlmOption) options[i], options[i + 1].toString());
        }
        return TableGenerator.of(LlmTraining.of(given, compat));
    }

    private static List<AicbItem> of(AicbTable table, String type) {
        return table.items().stream().filter(item -> item.type().equals(type)).toList();
    }

    /** ZeRO 2 sends every gradient to its owner once: the pieces sum up to all parameters, and owners fall. */
    @Test
    void everyGradientHasOneOwner() {
        AicbTable table = tiny(
                        true,
                        LlmOption.FRAME,
                        "DeepSpeed",
                        LlmOption.ZERO_STAGE,
                        2,
                        LlmOption.CONTIGUOUS,
                        true,
                        LlmOption.REDUCE_BUCKET,
                        3000)
                .table();
        List<AicbItem> reduces = of(table, "reduce");
        long bytes =
                reduces.stream().mapToLong(item -> Long.parseLong(item.size())).sum();
        long parameters = 2 * 256 * 8 + 8 + 2 * (2 * 8 + 4 * 64 + 3 * 8 * 32);
        assertThat(bytes).isEqualTo(2 * parameters);
        assertThat(reduces).extracting(AicbItem::dst).containsOnly(0, 1, 2, 3);
    }

    @Test
    void aStepIsWrittenOnceUnlessAicbSaysTwice() {
        Object[] stages = {LlmOption.PIPELINE_PARALLEL, 2, LlmOption.DISTRIBUTED_OPTIMIZER, true};
        TableGenerator compat = tiny(true, stages);
        assertThat(of(compat.table(), "reduce_scatter")).hasSize(2);
        assertThat(compat.report().size()).isZero();
        TableGenerator ours = tiny(false, stages);
        assertThat(of(ours.table(), "reduce_scatter")).hasSize(1);
        assertThat(ours.report().findings())
                .extracting(Finding::what)
                .contains("one step corrected", "size of the gradients corrected");
    }

    /** 1F1B on the first of two stages, two micro batches: F, then F B, then B. */
    @Test
    void messagesOfTheFirstStage() {
        AicbTable table = tiny(true, LlmOption.PIPELINE_PARALLEL, 2).table();
        assertThat(table.items().stream()
                        .filter(item -> "pp_group".equals(item.group())
                                && !item.additional().isEmpty())
                        .map(AicbItem::additional))
                .containsExactly("send_next", "recv_next", "send_next", "recv_next");
    }

    @Test
    void expertsExchangeBackwardTooUnlessInAicb() {
        Object[] experts = {
            LlmOption.MOE, true, LlmOption.SEQUENCE_PARALLEL, true, LlmOption.EXPERTS, 4, LlmOption.EXPERT_PARALLEL, 2
        };
        assertThat(of(tiny(true, experts).table(), "all_to_all")).hasSize(4);
        assertThat(of(tiny(false, experts).table(), "all_to_all")).hasSize(8);
    }

    @Test
    void collectiveTestDoublesItsSize() {
        AicbTable table = tiny(
                        true,
                        LlmOption.FRAME,
                        "collective_test",
                        LlmOption.BEGIN_SIZE,
                        1024,
                        LlmOption.END_SIZE,
                        4096,
                        LlmOption.ITERATIONS,
                        1)
                .table();
        assertThat(of(table, "all_reduce")).extracting(AicbItem::size).containsExactly("1024", "1024", "2048", "4096");
    }

    /** The next size after 2^62 would be negative. */
    @Test
    void collectiveTestEndsAtTheLargestSize() {
        AicbTable table = tiny(
                        true,
                        LlmOption.FRAME,
                        "collective_test",
                        LlmOption.BEGIN_SIZE,
                        1L << 60,
                        LlmOption.END_SIZE,
                        Long.MAX_VALUE,
                        LlmOption.ITERATIONS,
                        1)
                .table();
        assertThat(of(table, "all_reduce"))
                .extracting(item -> Long.parseLong(item.size()))
                .containsExactly(1L << 60, 1L << 60, 1L << 61, 1L << 62);
    }

    /** Megatron's experts: counts, there, gather, scatter, back; with 2 of 4 experts T x 2 / tp bytes. */
    @Test
    void expertsOfMegatronInOrder() {
        AicbTable table = tiny(
                        true,
                        LlmOption.MOE,
                        true,
                        LlmOption.SEQUENCE_PARALLEL,
                        true,
                        LlmOption.EXPERTS,
                        4,
                        LlmOption.EXPERT_PARALLEL,
                        2,
                        LlmOption.TENSOR_PARALLEL,
                        2,
                        LlmOption.TOP_K,
                        2,
                        LlmOption.LAYERS,
                        1,
                        LlmOption.GLOBAL_BATCH,
                        2)
                .table();
        assertThat(table.items().stream()
                        .filter(item -> item.stage().contains("MoE"))
                        .map(item -> item.type() + " " + item.group() + " " + item.groupSize() + " " + item.size() + " "
                                + item.stage()))
                .containsExactly(
                        "all_gather ep_group null 32 forward.MoE.preprocess",
                        "all_to_all ep_group null 64 forward.MoE.dispatch",
                        "all_gather tp_group null 128 forward.MoE.permutation",
                        "reduce_scatter tp_group null 128 forward.MoE.unpermutation",
                        "all_to_all ep_group null 64 forward.MoE.combine");
    }

    /** With stages AICB's DeepSpeed has no passes, only two steps; such a table is refused on its own. */
    @Test
    void zeroHasNoStages() {
        Object[] stages = {
            LlmOption.FRAME, "DeepSpeed", LlmOption.ZERO_STAGE, 1, LlmOption.PIPELINE_PARALLEL, 2,
        };
        AicbTable table = tiny(true, stages).table();
        assertThat(table.items().stream().map(AicbItem::stage).filter(stage -> stage.startsWith("step")))
                .containsExactly(
                        "step.allreduce_bucket",
                        "step.has_overflow",
                        "step.all_gather_dp_groups",
                        "step.allreduce_bucket",
                        "step.has_overflow",
                        "step.all_gather_dp_groups");
        assertThat(table.items().stream().map(AicbItem::stage)).noneMatch(stage -> stage.startsWith("backward"));
        assertThatThrownBy(() -> tiny(false, stages)).hasMessageContaining("ZeRO with 2 pipeline stages");
    }

    /** What the generator relies on when it refuses a table before it is generated. */
    @ParameterizedTest
    @ValueSource(strings = {"Megatron", "DeepSpeed", "collective_test"})
    void everyEpochHasAsManyRows(String frame) {
        for (int stage = 1; stage <= 3; stage++) {
            Object[] options = {LlmOption.FRAME, frame, LlmOption.ZERO_STAGE, stage};
            int one = rows(1, options);
            assertThat(rows(2, options) - one).isPositive().isEqualTo(rows(5, options) - rows(4, options));
            assertThat(rows(2, options) - one).isEqualTo(rows(3, options) - rows(2, options));
        }
    }

    private static int rows(int epochs, Object... options) {
        Object[] all = Arrays.copyOf(options, options.length + 2);
        all[options.length] = LlmOption.EPOCHS;
        all[options.length + 1] = epochs;
        return tiny(true, all).table().items().size();
    }

    @Test
    void filesAreReadBack() {
        AicbTable table = tiny(true, LlmOption.COMPUTATION, true).table();
        table.write(dir.resolve("t.csv"));
        assertThat(AicbTable.read(dir.resolve("t.csv"))).isEqualTo(table);
        assertThat(of(table, "computation")).isNotEmpty();
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatThrownBy(() -> tiny(true, LlmOption.FRAME, "Torch")).hasMessageContaining("no framework 'Torch'");
        assertThatThrownBy(() -> tiny(false, LlmOption.FRAME, "torchtitan"))
                .hasMessageContaining("AICB has no such framework");
        assertThatThrownBy(() -> tiny(true, LlmOption.FRAME, "DeepSpeed", LlmOption.ZERO_STAGE, 4))
                .hasMessageContaining("--stage is 4");
        assertThatThrownBy(() -> tiny(true, LlmOption.FRAME, "collective_test", LlmOption.TEST_COMM, "sum"))
                .hasMessageContaining("no collective 'sum'");
        TableGenerator endless = tiny(true, LlmOption.EPOCHS, Long.MAX_VALUE);
        assertThatThrownBy(endless::table).hasMessageContaining("more than 5000000 rows");
        assertThatThrownBy(() -> AicbTable.parse("t", "a,b\n")).hasMessageContaining("line 1: is not the header");
        String header = tiny(true).table().text().lines().findFirst().orElseThrow();
        assertThatThrownBy(() -> AicbTable.parse("t", header + "\nCommType.isend,None\n"))
                .hasMessageContaining("line 2: has 2 fields");
        TableGenerator amp = tiny(true, LlmOption.FRAME, "DeepSpeed", LlmOption.ZERO_STAGE, 1, LlmOption.AMP, true);
        assertThatThrownBy(amp::table).hasMessageContaining("AICB fails here");
    }

    /** For any options, what is written is read back, no size is negative, every group has a rank, and passes balance. */
    @Property(tries = 300)
    void tablesAreSound(
            @ForAll boolean compat,
            @ForAll("frames") String frame,
            @ForAll @IntRange(min = 1, max = 3) int stage,
            @ForAll @IntRange(min = 0, max = 2) int tp,
            @ForAll @IntRange(min = 1, max = 3) int dp,
            @ForAll @IntRange(min = 0, max = 9000) int bucket,
            @ForAll @Size(value = 5) List<Boolean> flags) {
        TableGenerator generator = tiny(
                compat,
                LlmOption.FRAME,
                frame,
                LlmOption.ZERO_STAGE,
                stage,
                LlmOption.WORLD_SIZE,
                dp << tp,
                LlmOption.TENSOR_PARALLEL,
                1 << tp,
                LlmOption.HEADS,
                4,
                LlmOption.REDUCE_BUCKET,
                bucket,
                LlmOption.PREFETCH,
                bucket,
                LlmOption.MAX_LIVE,
                2 * bucket,
                LlmOption.SEQUENCE_PARALLEL,
                flags.get(0),
                LlmOption.COMPUTATION,
                flags.get(1),
                LlmOption.CONTIGUOUS,
                flags.get(2),
                LlmOption.DISTRIBUTED_OPTIMIZER,
                flags.get(3),
                LlmOption.BIAS,
                flags.get(4),
                LlmOption.ITERATIONS,
                2);
        AicbTable table = generator.table();
        assertThat(AicbTable.parse("again", table.text())).isEqualTo(table);
        assertThat(table.items()).allSatisfy(item -> {
            // AICB's buckets of two micro batches end below where they begin.
            assertThat(compat && item.type().equals("reduce") ? "" : item.size())
                    .doesNotContain("-");
            if (item.groupSize() != null) {
                assertThat(item.groupSize()).isPositive();
            }
        });
        assertThat(of(table, "epoch_end")).hasSize(2);
        long dealt = of(table, "reduce_scatter").stream()
                .filter(item -> item.group().equals("dp_group"))
                .mapToLong(item -> Long.parseLong(item.size()))
                .sum();
        long parameters = 2 * 256 * 8 + 8 + 2 * (2 * 8 + 4 * 64 + 3 * 8 * 32);
        if (frame.equals("DeepSpeed") && stage == 2 && flags.get(2) && !compat) {
            assertThat(of(table, "reduce").stream()
                            .mapToLong(item -> Long.parseLong(item.size()))
                            .sum())
                    .as("owners get all gradients of every micro batch")
                    .isEqualTo(2 * parameters * (4 / dp));
        }
        if (frame.equals("DeepSpeed") && stage == 3) {
            assertThat(dealt).as("every micro batch deals all gradients").isEqualTo(2 * parameters * (4 / dp));
        }
    }

    @Provide
    Arbitrary<String> frames() {
        return Arbitraries.of("Megatron", "DeepSpeed", "collective_test");
    }
}

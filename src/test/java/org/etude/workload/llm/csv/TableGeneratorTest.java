package org.etude.workload.llm.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.report.Finding;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertThatThrownBy(() -> AicbTable.parse("t", "a,b\n")).hasMessageContaining("line 1: is not the header");
        String header = tiny(true).table().text().lines().findFirst().orElseThrow();
        assertThatThrownBy(() -> AicbTable.parse("t", header + "\nCommType.isend,None\n"))
                .hasMessageContaining("line 2: has 2 fields");
        TableGenerator amp = tiny(true, LlmOption.FRAME, "DeepSpeed", LlmOption.ZERO_STAGE, 1, LlmOption.AMP, true);
        assertThatThrownBy(amp::table).hasMessageContaining("AICB fails here");
    }
}

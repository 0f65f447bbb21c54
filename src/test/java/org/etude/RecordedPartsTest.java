// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Table;

/**
 * The parts of a recorded step are those of the same step simulated as recorded: computation, transfers and waiting, copies, host
 * and idle time have one definition each.
 */
class RecordedPartsTest {
    /** Bounds are shares of the step, of every part. */
    @ParameterizedTest
    @CsvSource({
        "data/moe-2, 0.005",
        "data/cnn-2, 0.005",
        "data/pipeline-2, 0.005",
        "data/resnet50-2, 0.005",
        "data/cnn-2-cuda, 1e-6",
        "data/cnn-2-hip, 1e-6"
    })
    void everyPartIsTheSameRecordedAndSimulated(String name, double near) {
        check(Path.of(name), near);
    }

    /**
     * Pipelines and collectives over gloo, two threads of it at once, a GPU whose work begins late for a reason not in the trace.
     * Gaps of a few us between operators belong to the operator before them in a run.
     */
    @ParameterizedTest
    @CsvSource({
        "recordings/net_ppsleep_ws2_300mbit, 0.005",
        "recordings/net_ppsleep_ws2_none, 0.005",
        "recordings/net_pp_ws2_1gbit, 0.01",
        "recordings/net_cnn_ws2_4gbit, 0.005",
        "corpus/rec_pp1f1b_ws2, 0.005",
        "corpus/rec_gptddp_ws2_b05, 0.005",
        "corpus/rec_cnn_accum_ws2, 0.005",
        "corpus/pub_hta_no_gpu, 0.02",
        "corpus/path_21_no_kernels, 0.005",
        "corpus/pub_mi300_sglang_graph, 0.001"
    })
    void everyPartOfASharedRecordingIsTheSame(String name, double near) {
        Path folder = Path.of(name);
        check(
                Shared.dir(folder.getParent().toString(), folder.getFileName().toString())
                        .orElseThrow(() -> new AssertionError("the shared directory has no " + name)),
                near);
    }

    private static void check(Path recording, double near) {
        Traces traces = Traces.load(recording.toString());
        Table parts =
                Plots.overlap(traces, traces.link().toEt().repair().simulate()).table();
        List<String> names = parts.columnNames().stream()
                .filter(column -> column.endsWith("_ms") && !column.equals("step_ms"))
                .toList();
        assertThat(names).hasSize(7);
        for (int rank : parts.intColumn("rank").unique()) {
            Table own = parts.where(parts.intColumn("rank").isEqualTo(rank));
            assertThat(own.stringColumn("source").asList()).containsExactly("recorded", "simulated");
            for (String part : names) {
                DoubleColumn share = own.doubleColumn(part).divide(own.doubleColumn("step_ms"));
                assertThat(share.get(1)).as("%s of rank %d", part, rank).isCloseTo(share.get(0), Offset.offset(near));
            }
        }
    }
}

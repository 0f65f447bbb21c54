// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.etude.spec.WorkloadException;
import org.etude.workload.extrapolate.Layer.Features;
import org.etude.workload.extrapolate.Layer.Split;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One node of communication, in a pass of a layer with 4,096 bytes of input and 8,192 of output. */
class RecordedParallelismTest {
    private static EtGraph graph(EtNodeType type, CollectiveType collective, long bytes) {
        EtGraphBuilder graph = new EtGraphBuilder("test", List.of());
        graph.begin(0, "ncclKernel", type, 0, 0);
        graph.int64(EtNames.COMM_SIZE, bytes);
        if (collective != null) {
            graph.int64(EtNames.COMM_TYPE, collective.ordinal());
        }
        graph.end();
        return graph.build();
    }

    private static RecordedStep step(CollectiveType type, long bytes, Phase phase) {
        EtGraph graph = graph(EtNodeType.COMM_COLL, type, bytes);
        Phase[] phases = new Phase[1];
        Arrays.fill(phases, phase);
        Layer layer = new Layer("aten::linear", 0, 100, 4_096, 8_192, new Features(16, 32), Split.ROW);
        return new RecordedStep(
                graph, true, 8, false, List.of(), new int[1], phases, new int[1], List.of(layer), StepTensors.NONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = CollectiveType.class,
            names = {"ALL_REDUCE", "BROADCAST", "BARRIER"})
    void copiesReduceBroadcastAndWait(CollectiveType type) {
        assertThatCode(() -> RecordedParallelism.requireCopies(0, graph(EtNodeType.COMM_COLL, type, 4_096)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_GATHER, 'as sharded parameters (FSDP, ZeRO) and sequence parallelism do'",
        "REDUCE_SCATTER, sharded parameters",
        "ALL_TO_ALL, as experts and tables spread over ranks do"
    })
    void otherCollectivesAreRefusedWithWhatMakesThem(CollectiveType type, String why) {
        assertThatThrownBy(() -> RecordedParallelism.requireCopies(3, graph(EtNodeType.COMM_COLL, type, 1)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(
                        "rank 3: the recorded step does not communicate as data parallelism does: " + type)
                .hasMessageContaining(why);
    }

    @Test
    void messagesAreThoseOfAPipeline() {
        for (EtNodeType type : List.of(EtNodeType.COMM_SEND, EtNodeType.COMM_RECV)) {
            assertThatThrownBy(() -> RecordedParallelism.requireCopies(0, graph(type, null, 1)))
                    .isInstanceOf(WorkloadException.class)
                    .hasMessageContaining(type + " ncclKernel, as stages of a pipeline do");
        }
    }

    @ParameterizedTest
    @CsvSource({"4096", "8192"})
    void activationsReducedForwardAreThoseOfSharedLayers(long bytes) {
        assertThatThrownBy(() -> RecordedParallelism.requireWholeLayers(
                        1, step(CollectiveType.ALL_REDUCE, bytes, Phase.FORWARD)))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("rank 1: ")
                .hasMessageContaining("ncclKernel all-reduces " + bytes
                        + " bytes in the forward pass, the size of an activation of aten::linear (layer 0)");
    }

    @Test
    void gradientsAndSmallSumsAreNot() {
        assertThatCode(() -> {
                    RecordedParallelism.requireWholeLayers(0, step(CollectiveType.ALL_REDUCE, 8_192, Phase.BACKWARD));
                    RecordedParallelism.requireWholeLayers(0, step(CollectiveType.ALL_REDUCE, 4, Phase.FORWARD));
                    RecordedParallelism.requireWholeLayers(0, step(CollectiveType.BROADCAST, 4_096, Phase.FORWARD));
                    RecordedParallelism.requireWholeLayers(0, step(CollectiveType.ALL_REDUCE, 0, Phase.FORWARD));
                })
                .doesNotThrowAnyException();
    }
}

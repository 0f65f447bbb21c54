// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.link.Linker;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assumptions that a conversion reports, and the attributes that it writes. Times in us. */
class ConvertFindingsTest {
    private final FakeRank rank = new FakeRank(0);

    private EtSet convert() {
        return EtConverter.convert(FakeRank.set(2, rank), ConvertOptions.defaults(), Progress.NONE);
    }

    private List<String> whats() {
        return convert().report().findings().stream()
                .map(f -> f.level() + " " + f.what())
                .toList();
    }

    private int node(EtGraph graph, String name) {
        for (int i = 0; i < graph.size(); i++) {
            if (graph.name(i).equals(name)) {
                return i;
            }
        }
        throw new AssertionError("no node " + name);
    }

    @Test
    void whereNothingIsAssumedNothingIsReported() {
        int launch = rank.host("launch", 0, 10, 0);
        rank.kernel("k", 12, 30, 7, launch);
        assertThat(whats()).isEmpty();
    }

    @Test
    void workWithoutALaunchStartsByTheClockAndIsCounted() {
        rank.host("op", 0, 100, 0);
        rank.kernel("a", 20, 10, 7, -1);
        rank.kernel("b", 40, 10, 7, -1);
        assertThat(whats()).containsExactly("INFO 1 piece of work starts at its recorded time");
    }

    @Test
    void operatorsWithoutATimeAreCountedAmongAll() {
        rank.host("seen", 0, 10, 0);
        double never = LinkedRank.UNTIMED / 1000.0;
        rank.host("unseen", never, 0, 0);
        rank.host("unseen too", never, 0, 0);
        rank.add(NodeKind.ROOT, "root", never, 0, 0, -1);
        assertThat(whats()).containsExactly("INFO 2 of 3 host operators left out");
    }

    @Test
    void aRankWithoutAnyTimeIsAnError() {
        rank.host("unseen", LinkedRank.UNTIMED / 1000.0, 0, 0);
        assertThat(whats()).contains("ERROR 1 of 1 host operators left out", "ERROR no node");
    }

    @Test
    void waitsAgainstTimeAreLeftOutAndCounted() {
        int launch = rank.host("launch", 0, 10, 0);
        int early = rank.kernel("early", 12, 5, 7, launch);
        int late = rank.kernel("late", 20, 30, 8, launch);
        rank.depend(early, late, EdgeKind.STREAM_WAIT);
        assertThat(whats()).containsExactly("WARNING 1 wait of the linked graph was dropped");
    }

    @Test
    void overlapIsCountedOnce() {
        int launch = rank.host("launch", 0, 10, 0);
        rank.kernel("a", 10, 50, 7, launch);
        rank.kernel("b", 30, 60, 8, launch);
        assertThat(whats())
                .containsExactly(
                        "INFO duration_micros counts 30 us of overlapping work once and leaves out 20 us between launch or release of"
                                + " work and its start");
    }

    @Test
    void workThatStartsLateIsNamedWithItsTime() {
        int launch = rank.host("launch", 0, 10, 0);
        rank.kernel("a", 5_950, 50, 7, launch);
        rank.kernel("b", 7_000, 50, 7, launch);
        assertThat(whats())
                .contains(
                        "WARNING GPU work starts 5940 us late for a reason not in the rank's trace; 2 pieces of work do,"
                                + " 6940 us in all");
    }

    @Test
    void everyNodeSaysWhereItRanAndWhen() {
        int launch = rank.host("launch", 3, 10, 0);
        rank.kernel("k", 15, 30.4, 7, launch);
        int comm = rank.add(NodeKind.COMM_KERNEL, "nccl", 50, 9.6, 4, launch);
        rank.comm(comm, CollectiveType.ALL_REDUCE, 64, 64, "", 0, 1);
        EtGraph graph = convert().ranks().get(0);
        int op = node(graph, "launch");
        int kernel = node(graph, "k");
        int collective = node(graph, "nccl");
        assertThat(graph.attribute(op, EtNames.IS_CPU_OP).value()).isEqualTo(true);
        assertThat(graph.attribute(kernel, EtNames.IS_CPU_OP).value()).isEqualTo(false);
        assertThat(graph.attribute(collective, EtNames.IS_CPU_OP).value()).isEqualTo(false);
        assertThat(graph.has(op, "stream")).isFalse();
        assertThat(graph.integer(kernel, "stream", -1)).isEqualTo(7);
        assertThat(graph.integer(collective, "stream", -1)).isEqualTo(4);
        assertThat(graph.startMicros(kernel)).isEqualTo(15);
        assertThat(graph.durationMicros(kernel)).isEqualTo(30);
        assertThat(graph.durationNanos(kernel)).isEqualTo(30_400);
        assertThat(graph.durationMicros(collective)).isEqualTo(10);
        assertThat(graph.string(collective, "evidence", "")).isEqualTo("kernel-args");
    }

    @Test
    void aTransferThatCannotBeSimulatedKeepsItsTimeAndItsName() {
        int launch = rank.host("launch", 0, 10, 0);
        int comm = rank.add(NodeKind.COMM_KERNEL, "nccl", 12, 30, 4, launch);
        rank.comm(comm, CollectiveType.ALL_GATHER, -1, -1, "", 0, 1);
        EtGraph graph = convert().ranks().get(0);
        int node = node(graph, "nccl");
        assertThat(graph.type(node)).isEqualTo(EtNodeType.COMP);
        assertThat(graph.durationMicros(node)).isEqualTo(30);
        assertThat(graph.string(node, "collective", "")).isEqualTo("all_gather");
        assertThat(whats())
                .containsExactly("WARNING 1 communication kernel becomes a compute node of the measured duration");
    }

    @Test
    void copiesCarryTheirBytesAndKernelsTheTensorsOfTheirOperator(@TempDir Path dir) throws IOException {
        Files.writeString(dir.resolve("host_0.json"), """
                {"schema":"1.1.1-chakra.0.0.4","nodes":[
                {"id":5,"name":"aten::mm","ctrl_deps":1,"attrs":[{"name":"rf_id","value":9}],
                "inputs":{"values":[[1,2,0,10,4,"cuda:0"]],"shapes":[[10]],"types":["Tensor(float)"]},
                "outputs":{"values":[[3,4,0,5,4,"cuda:0"]],"shapes":[[5]],"types":["Tensor(float)"]}}]}
                """);
        Files.writeString(dir.resolve("device_0.json"), """
                {"cuda_runtime_version":12010,"traceEvents":[
                {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":90,"args":{"Record function id":9}},
                {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":2,
                "args":{"correlation":1}},
                {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":20,
                "args":{"correlation":1,"stream":7,"device":0}},
                {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":40,"dur":2,
                "args":{"correlation":2}},
                {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","pid":0,"tid":7,"ts":45,"dur":9,
                "args":{"correlation":2,"stream":7,"device":0,"bytes":4096}}]}
                """);
        var traces = TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE);
        var linked = Linker.link(traces, LinkOptions.defaults(), Progress.NONE);
        EtGraph graph = EtConverter.convert(linked, ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
        assertThat(graph.integer(node(graph, "gemm"), EtNames.TENSOR_SIZE, -1)).isEqualTo(60);
        assertThat(graph.integer(node(graph, "Memcpy HtoD"), EtNames.TENSOR_SIZE, -1))
                .isEqualTo(4096);
        assertThat(graph.has(node(graph, "aten::mm"), EtNames.TENSOR_SIZE)).isFalse();
    }
}

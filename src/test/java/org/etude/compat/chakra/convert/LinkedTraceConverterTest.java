// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkedTraceConverterTest {
    private static final String IO =
            "\"inputs\":{\"values\":[],\"shapes\":[],\"types\":[]},\"outputs\":{\"values\":[],\"shapes\":[],\"types\":[]}";
    private static final String TENSOR_IO =
            "\"inputs\":{\"values\":[[1,2,0,100,4,\"cuda:0\"],[[3,4,0,10,2,\"x\"],[5,6,0,1,8,\"x\"]],[7,8,0,9,9,9],\"it's\",-1.5,null,true],"
                    + "\"shapes\":[[100]],\"types\":[\"Tensor(float)\",\"GenericList[Tensor(c10::Half),Tensor(long)]\",\"GenericList[Int]\",\"String\",\"Double\",\"None\",\"Bool\"]},"
                    + "\"outputs\":{\"values\":[],\"shapes\":[],\"types\":[]}";

    @TempDir
    Path directory;

    private static String node(int id, String name, int parent, String rest) {
        return "{\"id\":" + id + ",\"name\":\"" + name + "\",\"ctrl_deps\":" + parent + "," + rest + "}";
    }

    private static String trace(String kernelName) {
        return "{\"schema\":\"1.1.1-chakra.0.0.4\",\"pid\":7,\"time\":\"t\",\"start_ts\":1,\"nodes\":["
                + String.join(
                        ",",
                        node(0, "[pytorch|profiler|execution_trace|process]", 0, IO),
                        node(1, "[pytorch|profiler|execution_trace|thread]", 0, IO),
                        node(2, "nccl:all_reduce", 1, IO + ",\"exclusive_dur\":3.9,\"ts\":100.25"),
                        node(
                                3,
                                kernelName,
                                2,
                                TENSOR_IO
                                        + ",\"cat\":\"kernel\",\"stream\":4,\"exclusive_dur\":0.75,\"ts\":110.5,\"pg_name\":\"0\""),
                        node(4, "aten::add", 1, IO + ",\"exclusive_dur\":8,\"ts\":120.0,\"sync_dep\":[3]"))
                + "],\"finish_ts\":9}";
    }

    private EtGraph convert(String json, boolean compat) throws IOException {
        Path file = directory.resolve("hdt.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return LinkedTraceConverter.convert(file, compat);
    }

    @Test
    void compatKeepsTheDefects() throws IOException {
        EtGraph graph = convert(trace("ncclDevKernel_AllReduce_Sum_f32"), true);
        assertThat(graph.nodes())
                .extracting(n -> n.id() + Arrays.toString(n.ctrlDeps()) + Arrays.toString(n.dataDeps()))
                .containsExactly("1[0][]", "2[1][1]", "3[2][2]", "4[1][2]");
        assertThat(graph.durationMicros(2)).isZero();
        assertThat(graph.startMicros(2)).isZero();
        assertThat(graph.integer(2, EtNames.COMM_SIZE, -1)).isEqualTo(100 * 4 + 10 * 2 + 8);
        assertThat(graph.string(2, EtNames.PG_NAME, "")).isEqualTo("0");
        assertThat(graph.inputs(2).values())
                .isEqualTo(
                        "[[1, 2, 0, 100, 4, 'cuda:0'], [[3, 4, 0, 10, 2, 'x'], [5, 6, 0, 1, 8, 'x']], [7, 8, 0, 9, 9, 9], \"it's\", -1.5, None, True]");
    }

    @Test
    void theFixedConversionHasExactTimesAndNoDanglingDependency() throws IOException {
        EtGraph graph = convert(trace("ncclDevKernel_AllReduce_Sum_f32"), false);
        assertThat(graph.nodes())
                .extracting(n -> n.id() + Arrays.toString(n.ctrlDeps()) + Arrays.toString(n.dataDeps()))
                .containsExactly("1[][]", "2[1][1]", "3[2][2]", "4[1][2, 3]");
        assertThat(graph.startMicros(2)).isEqualTo(110);
        assertThat(graph.startNanos(2)).isEqualTo(110_500);
        assertThat(graph.durationNanos(2)).isEqualTo(750);
    }

    @Test
    void aSilentKernelGetsItsTypeFromItsCaller() throws IOException {
        String json = trace("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)");
        EtGraph graph = convert(json, false);
        assertThat(graph.type(2)).isEqualTo(EtNodeType.COMM_COLL);
        assertThat(graph.integer(2, EtNames.COMM_TYPE, -1)).isZero();
        assertThatThrownBy(() -> convert(json, true))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("node 3: the name 'ncclDevKernel_Generic_4");
        String unnamed = json.replace("nccl:all_reduce", "aten::mystery");
        assertThatThrownBy(() -> convert(unnamed, false))
                .hasMessageContaining("No calling operator names a collective");
    }

    @Test
    void aCycleIsNamedNotFollowed() throws IOException {
        String json = trace("kernel").replace("\"exclusive_dur\":3.9", "\"inter_thread_dep\":4,\"exclusive_dur\":3.9");
        assertThatThrownBy(() -> convert(json, true))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("Cyclic dependency detected");
    }

    @Test
    void brokenFilesAreNamedWithTheirOffset() throws IOException {
        Path file = directory.resolve("h.json");
        Files.writeString(file, trace("k").substring(0, 400));
        assertThatThrownBy(() -> LinkedTraceConverter.convert(file, false))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("h.json: not valid JSON at byte ");
        Files.writeString(file, "[]");
        assertThatThrownBy(() -> LinkedTraceConverter.convert(file, false))
                .hasMessageContaining("is not a JSON object");
        Files.writeString(file, "{\"schema\":\"x\",\"nodes\":[]}");
        assertThatThrownBy(() -> LinkedTraceConverter.convert(file, false)).hasMessageContaining("has no nodes");
        assertThatThrownBy(() -> LinkedTraceConverter.convert(directory.resolve("none.json"), false))
                .hasMessageContaining("cannot be read");
    }

    /** The original writes such a dependency, which no feeder can resolve; with the fix it is left out. */
    @Test
    void aThreadDependencyThatIsNotInTheFileIsDroppedWhenFixed() throws IOException {
        String json = trace("kernel").replace("\"exclusive_dur\":8", "\"inter_thread_dep\":99,\"exclusive_dur\":8");
        EtGraph graph = convert(json, false);
        assertThat(graph.dataDeps(graph.indexOf(4))).containsExactly(2, 3);
        EtGraph like = convert(json, true);
        assertThat(like.dataDeps(like.indexOf(4))).containsExactly(99, 2);
    }
}

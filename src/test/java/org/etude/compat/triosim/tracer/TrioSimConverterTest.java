// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.etude.Shared;
import org.etude.compat.triosim.Damage;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A linear layer forward and backward and a step of the optimizer, in the two recordings. */
class TrioSimConverterTest {
    private static final String GRAPH = """
            {"schema": "1.0.1", "nodes": [
            {"name": "thread", "id": 2, "parent": 1, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "aten::linear", "id": 3, "parent": 2,
             "op_schema": "aten::linear(Tensor self, Tensor weight, Tensor? bias=None) -> Tensor",
             "inputs": [[4,5,0,6,4,"cuda:0"],[6,7,0,3,4,"cuda:0"],[8,9,0,1,4,"cuda:0"]],
             "input_shapes": [[2,3],[3],[1]], "input_types": ["Tensor(float)","Tensor(float)","Tensor(float)"],
             "outputs": [[10,11,0,2,4,"cuda:0"]], "output_shapes": [[2]], "output_types": ["Tensor(float)"]},
            {"name": "Optimizer.step#SGD.step", "id": 12, "parent": 2, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "aten::_foreach_add_", "id": 13, "parent": 12,
             "op_schema": "aten::_foreach_add_(Tensor(a!)[] self, Scalar scalar) -> ()",
             "inputs": [[[6,7,0,3,4,"cuda:0"],[8,9,0,1,4,"cuda:0"]], 1],
             "input_shapes": [[[3],[1]],[]], "input_types": ["GenericList[Tensor(float),Tensor(float)]","Int"],
             "outputs": [], "output_shapes": [], "output_types": []},
            {"name": "autograd thread", "id": 20, "parent": 1, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "autograd::engine::evaluate_function: Addmm", "id": 21, "parent": 20, "inputs": [], "outputs": []},
            {"name": "Addmm", "id": 22, "parent": 21, "op_schema": "", "inputs": [], "outputs": []},
            {"name": "aten::mm", "id": 23, "parent": 22, "op_schema": "aten::mm(Tensor self, Tensor mat2) -> Tensor",
             "inputs": [[10,11,0,2,4,"cuda:0"],[6,7,0,3,4,"cuda:0"]], "input_shapes": [[2],[3]],
             "input_types": ["Tensor(float)","Tensor(float)"],
             "outputs": [[30,31,0,6,4,"cuda:0"]], "output_shapes": [[2,3]], "output_types": ["Tensor(float)"]}
            ]}
            """;

    private static final String PROFILE = """
            {"traceEvents": [
            {"ph":"X","cat":"cpu_op","name":"aten::addmm","ts":110,"dur":50,"args":{}},
            {"ph":"X","cat":"cpu_op","name":"aten::linear","ts":100,"dur":100,"args":{"Sequence number":7}},
            {"ph":"X","cat":"cpu_op","name":"aten::t","ts":170,"dur":10,"args":{}},
            {"ph":"X","cat":"cpu_op","name":"aten::_foreach_add_","ts":500,"dur":50,"args":{}},
            {"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: Addmm","ts":300,"dur":100,
             "args":{"Sequence number":7}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":120,"dur":5,"args":{"correlation":1}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernelExC","ts":130,"dur":5,"args":{"correlation":2}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":320,"dur":5,"args":{"correlation":3}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":520,"dur":5,"args":{"correlation":4}},
            {"ph":"X","cat":"kernel","name":"k","ts":200,"dur":30,"args":{"correlation":1}},
            {"ph":"X","cat":"kernel","name":"k","ts":240,"dur":20,"args":{"correlation":2}},
            {"ph":"X","cat":"kernel","name":"k","ts":400,"dur":80,"args":{"correlation":3}},
            {"ph":"X","cat":"kernel","name":"k","ts":600,"dur":5,"args":{"correlation":4}},
            {"ph":"i","name":"Iteration Start: PyTorch Profiler","ts":50}
            ]}
            """;

    @TempDir
    private Path dir;

    private Path graph;
    private Path profile;

    @BeforeEach
    void write() throws IOException {
        graph = Files.writeString(dir.resolve("graph.json"), GRAPH);
        profile = Files.writeString(dir.resolve("profile.json"), PROFILE);
    }

    @Test
    void joinsTheRecordings() {
        TrioSimConverter made = TrioSimConverter.convert(profile, graph);
        assertThat(made.trace()).isEqualTo("""
                        OperatorID,OperatorName,Operator_input,Operator_output,Operator_cudatime,Operator_cudatimenooverlap,InputSize,OutputSize,gpuid,stage,tpflag
                        1,aten::linear,[4; 6; 8],[10],60,50,[6; 3; 1],[2],0,forward,1
                        2,autograd::engine::evaluate_function: Addmm,[10; 6],[30],80,80,[2; 3],[6],0,backward,1
                        3,aten::_foreach_add_,[6; 8],[],5,5,[3; 1],[],0,optimizer,0
                        """);
        assertThat(made.tensors()).startsWith("""
                        Index,TensorID,TensorShape,TensorNumElement,TensorEachByte,TensorType,TensorStorgeid,gpuid
                        0,4,"[2, 3]",6,4,input,5,0
                        1,6,[3],3,4,weight,7,0
                        2,8,[1],1,4,bias=None,9,0
                        3,10,[2],2,4,output,11,0
                        """).endsWith("\n7,6,[3],3,4,input,7,0\n8,8,[1],1,4,input,9,0\n");
        assertThat(made.joined()).isEqualTo(3);
        assertThat(made.unmatched()).isZero();
    }

    @Test
    void whatItWritesCanBeRead() {
        TrioSimConverter.convert(profile, graph).write(dir.resolve("made"));
        TrioSimTrace trace = TrioSimTrace.read(dir.resolve("made"));
        assertThat(trace.ops()).hasSize(3);
        assertThat(trace.ops().get(1).stage()).isEqualTo(Stage.BACKWARD);
        assertThat(trace.ops().get(0).seconds()).isEqualTo(50e-6);
    }

    @Test
    void operatorsAtAnotherPlaceAreReportedAndLeftOut() throws IOException {
        Files.writeString(profile, PROFILE.replace("\"ts\":300,\"dur\":100", "\"ts\":600,\"dur\":100"));
        TrioSimConverter made = TrioSimConverter.convert(profile, graph);
        assertThat(made.joined()).isEqualTo(1);
        assertThat(made.unmatched()).isEqualTo(2);
        assertThat(made.trace().lines()).hasSize(2);
    }

    @Test
    void saysWhatCannotBeRead() throws IOException {
        assertThatThrownBy(() -> TrioSimConverter.convert(graph, profile))
                .isInstanceOf(TrioSimException.class)
                .hasMessageContaining("graph.json: there is no array 'traceEvents'");
        Files.writeString(graph, GRAPH.replace("[4,5,0,6,4,\"cuda:0\"]", "[4,5]"));
        assertThatThrownBy(() -> TrioSimConverter.convert(profile, graph))
                .hasMessageContaining("operator 'aten::linear' (node 3) names the tensor [4,5]");
        Files.writeString(graph, GRAPH.replace(", Tensor? bias=None", ""));
        assertThatThrownBy(() -> TrioSimConverter.convert(profile, graph))
                .hasMessageContaining("more inputs than its op_schema has arguments");
        Files.writeString(graph, "{");
        assertThatThrownBy(() -> TrioSimConverter.convert(profile, graph))
                .hasMessageContaining("graph.json: cannot be read as JSON");
    }

    @Test
    void damagedRecordingsAreConvertedOrRefusedButNeverCrash() throws IOException {
        Random random = new Random(11);
        Set<Boolean> outcomes = new HashSet<>();
        for (int i = 0; i < 600; i++) {
            Files.writeString(graph, Damage.of(GRAPH, random));
            Files.writeString(profile, Damage.of(PROFILE, random));
            try {
                TrioSimConverter made = TrioSimConverter.convert(profile, graph);
                outcomes.add(made.trace().startsWith("OperatorID,"));
            } catch (TrioSimException e) {
                assertThat(e.getMessage()).contains(".json: ");
                outcomes.add(false);
            }
        }
        assertThat(outcomes).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void equalsTheOriginalsFiles() throws IOException {
        Path recorded = Shared.dir("golden", "triosim", "converter");
        TrioSimConverter made = TrioSimConverter.convert(
                recorded.resolve("input/profiler_vgg13-iter41.json.gz"),
                recorded.resolve("input/graph_vgg13-iter41.json.gz"));
        assertThat(made.trace()).isEqualTo(Files.readString(recorded.resolve("expected/trace__vgg13__trace.csv")));
        assertThat(made.tensors()).isEqualTo(Files.readString(recorded.resolve("expected/trace__vgg13__tensor.csv")));
    }

    private TrioSimConverter convert(String recorded) throws IOException {
        return TrioSimConverter.convert(Files.writeString(profile, recorded), graph);
    }

    /** Newer profilers write fractions of us; the original then writes all times of a column with a fraction. */
    @Test
    void timesWithFractionsAreWrittenAsPythonWritesThem() throws IOException {
        TrioSimConverter whole = convert(PROFILE);
        TrioSimConverter parts = convert(PROFILE.replace("\"ts\":200,\"dur\":30", "\"ts\":200.25,\"dur\":30.125"));
        assertThat(whole.trace()).contains(",60,50,");
        assertThat(parts.trace()).contains(",59.75,50.125,");
        String whole3 = whole.trace().lines().skip(2).findFirst().orElseThrow();
        String parts3 = parts.trace().lines().skip(2).findFirst().orElseThrow();
        assertThat(parts3).isEqualTo(whole3.replaceFirst(",(\\d+),(\\d+),\\[", ",$1.0,$2.0,["));
    }

    @Test
    void largeTimesHaveNoExponent() throws IOException {
        String late = PROFILE.replace("\"ts\":240,\"dur\":20", "\"ts\":12345678240.5,\"dur\":20");
        assertThat(convert(late).trace()).contains(",12345678060.5,50.0,");
    }
}

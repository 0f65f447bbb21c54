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
    @TempDir
    private Path dir;

    private Path graph;
    private Path profile;

    @BeforeEach
    void write() throws IOException {
        graph = Files.writeString(dir.resolve("graph.json"), TrioSimRecording.GRAPH);
        profile = Files.writeString(dir.resolve("profile.json"), TrioSimRecording.PROFILE);
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
        Files.writeString(
                profile, TrioSimRecording.PROFILE.replace("\"ts\":300,\"dur\":100", "\"ts\":600,\"dur\":100"));
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
        Files.writeString(graph, TrioSimRecording.GRAPH.replace("[4,5,0,6,4,\"cuda:0\"]", "[4,5]"));
        assertThatThrownBy(() -> TrioSimConverter.convert(profile, graph))
                .hasMessageContaining("operator 'aten::linear' (node 3) names the tensor [4,5]");
        Files.writeString(graph, TrioSimRecording.GRAPH.replace(", Tensor? bias=None", ""));
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
            Files.writeString(graph, Damage.of(TrioSimRecording.GRAPH, random));
            Files.writeString(profile, Damage.of(TrioSimRecording.PROFILE, random));
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
        TrioSimConverter whole = convert(TrioSimRecording.PROFILE);
        TrioSimConverter parts =
                convert(TrioSimRecording.PROFILE.replace("\"ts\":200,\"dur\":30", "\"ts\":200.25,\"dur\":30.125"));
        assertThat(whole.trace()).contains(",60,50,");
        assertThat(parts.trace()).contains(",59.75,50.125,");
        String whole3 = whole.trace().lines().skip(2).findFirst().orElseThrow();
        String parts3 = parts.trace().lines().skip(2).findFirst().orElseThrow();
        assertThat(parts3).isEqualTo(whole3.replaceFirst(",(\\d+),(\\d+),\\[", ",$1.0,$2.0,["));
    }

    @Test
    void largeTimesHaveNoExponent() throws IOException {
        String late = TrioSimRecording.PROFILE.replace("\"ts\":240,\"dur\":20", "\"ts\":12345678240.5,\"dur\":20");
        assertThat(convert(late).trace()).contains(",12345678060.5,50.0,");
    }
}

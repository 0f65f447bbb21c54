// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.etude.compat.triosim.Damage;
import org.etude.compat.triosim.TrioSim;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrioSimTraceTest {
    @TempDir
    private Path dir;

    @Test
    void readsOperatorsAndTheLastSizeOfATensor() {
        TrioSimTrace trace = TrioSimTrace.read(SmallStep.write(dir));
        assertThat(trace.ops()).hasSize(6);
        TraceOp first = trace.ops().get(0);
        assertThat(first.name()).isEqualTo("aten::linear");
        assertThat(first.inputs())
                .containsExactly(new TraceTensor("1", 1_000_000, false), new TraceTensor("2", 2_000_000, false));
        assertThat(first.seconds()).isEqualTo(0.001);
        assertThat(first.tensorParallel()).isTrue();
        TraceOp fourth = trace.ops().get(3);
        assertThat(fourth.id()).isEqualTo(5);
        assertThat(fourth.stage()).isEqualTo(Stage.BACKWARD);
        assertThat(fourth.inputs().get(1).gradient()).isTrue();
        assertThat(trace.ops().get(1).outputs().get(0).id()).isEqualTo("4");
        assertThat(trace.ops().get(5).outputs()).isEmpty();
    }

    @Test
    void anotherBatchSizeCutsBytesDown() {
        TraceOp first = TrioSimTrace.read(SmallStep.write(dir)).scaled(3).ops().get(0);
        assertThat(first.inputs().get(0).bytes()).isEqualTo(333_333);
        assertThat(first.seconds()).isEqualTo(0.001 / 3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1; 2]|[1; 99]|trace.csv, line 2, column Operator_input: found tensor 99, which tensor.csv does not list",
                "2001,2000|2001,fast|trace.csv, line 3, column Operator_cudatimenooverlap: found 'fast', not a number",
                "2001,2000|2001,-1|trace.csv, line 3, column Operator_cudatimenooverlap: found '-1', not a time",
                "0,backward,1|0,sideways,1|trace.csv, line 4, column stage: found 'sideways', not forward, backward",
                "0,backward,1|0,backward|trace.csv, line 4, column tpflag: found nothing: the line has 10 columns",
                "4,autograd|2,autograd|trace.csv, line 4, column OperatorID: found 2 after 2; they must ascend",
                "4,autograd|9999999999,autograd|trace.csv, line 4, column OperatorID: found 9999999999, not from 0 to",
                "0,backward,1|0,backward,7|trace.csv, line 4, column tpflag: found 7, not 0 or 1",
                "OperatorID|Op|trace.csv, line 1, column OperatorID: found 'Op,OperatorName,Operator_input,Operator_...'",
                "4,autograd|x,autograd|trace.csv, line 4, column OperatorID: found 'x', not a whole number",
            })
    void saysWhatIsWrongInTheOperators(String good, String bad, String said) {
        SmallStep.write(dir, SmallStep.OPS.replace(good, bad), SmallStep.TENSORS);
        assertThatThrownBy(() -> TrioSimTrace.read(dir))
                .isInstanceOfSatisfying(
                        TrioSimException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INPUT))
                .hasMessageContaining(said)
                .hasMessageContaining("make it again with its converter");
    }

    @Test
    void saysWhatIsWrongInTheTensors() {
        SmallStep.write(dir, SmallStep.OPS, SmallStep.TENSORS.replace("500000,4,weight", "-5,4,weight"));
        assertThatThrownBy(() -> TrioSimTrace.read(dir))
                .hasMessageContaining("tensor.csv, line 4, column TensorNumElement: found a negative number");
        SmallStep.write(
                dir, SmallStep.OPS, SmallStep.TENSORS.replace("500000,4,weight", "500000,4000000000000,weight"));
        assertThatThrownBy(() -> TrioSimTrace.read(dir))
                .hasMessageContaining("line 4, column TensorNumElement: found 500000 elements of 4000000000000 bytes");
        SmallStep.write(dir, SmallStep.OPS, "");
        assertThatThrownBy(() -> TrioSimTrace.read(dir))
                .hasMessageContaining("tensor.csv, line 1, column Index: found '', not the names of the columns");
    }

    @Test
    void damagedFilesAreReadOrRefusedButNeverCrash() {
        Random random = new Random(7);
        Set<Boolean> outcomes = new HashSet<>();
        for (int i = 0; i < 600; i++) {
            SmallStep.write(dir, Damage.of(SmallStep.OPS, random), Damage.of(SmallStep.TENSORS, random));
            outcomes.add(readsAndRuns());
        }
        assertThat(outcomes).containsExactlyInAnyOrder(true, false);
    }

    private boolean readsAndRuns() {
        try {
            TrioSimTrace step = TrioSimTrace.read(dir);
            for (TrioSimParallelism kind : TrioSimParallelism.values()) {
                TrioSim.run(step, SmallStep.settings(kind, 2, 1, false));
            }
            return true;
        } catch (TrioSimException e) {
            assertThat(e.getMessage().lines().count()).isGreaterThanOrEqualTo(2);
            return false;
        }
    }

    @Test
    void saysWhichFileIsMissingOrEmpty() {
        assertThatThrownBy(() -> TrioSimTrace.read(dir.resolve("none")))
                .hasMessageContaining("tensor.csv: cannot be read");
        SmallStep.write(dir, SmallStep.OPS.lines().findFirst().orElseThrow(), SmallStep.TENSORS);
        assertThatThrownBy(() -> TrioSimTrace.read(dir)).hasMessageContaining("contains no operators");
    }
}

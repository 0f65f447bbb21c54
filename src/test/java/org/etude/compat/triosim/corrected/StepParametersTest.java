// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.Shared;
import org.etude.compat.triosim.TrioSim;
import org.etude.compat.triosim.TrioSimTimeline;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorNames;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Batch;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.trace.MessageKind;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TraceOp;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TraceTensor;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepParametersTest {
    private static final long MIB = 1 << 20;

    private final List<TraceOp> ops = new ArrayList<>();

    private void op(Stage stage, String name, double ms, TraceTensor... inputs) {
        ops.add(new TraceOp(ops.size() + 1, name, List.of(inputs), List.of(), ms / 1e3, stage, false));
    }

    private static TraceTensor tensor(String name, long mib) {
        return new TraceTensor(name, mib * MIB, false);
    }

    /** Three layers, the first with a bias, the last two sharing a weight; the plain SGD of PyTorch. */
    private void sgd() {
        TraceTensor input = tensor("in", 0);
        TraceTensor first = tensor("w1", 20);
        TraceTensor bias = tensor("b1", 2);
        TraceTensor shared = tensor("w2", 6);
        TraceTensor lone = tensor("w3", 3);
        op(Stage.FORWARD, "f1", 1, input, first, bias);
        op(Stage.FORWARD, "f2", 1, shared);
        op(Stage.FORWARD, "f3", 1, shared, lone);
        op(Stage.BACKWARD, "b3", 10, shared, lone);
        op(Stage.BACKWARD, "b2", 10, shared);
        op(Stage.BACKWARD, "b1", 10, first);
        op(Stage.OPTIMIZER, "aten::_foreach_add_", 1, first, bias, shared, lone, tensor("gradient", 99));
    }

    private static List<Long> mib(List<TensorPiece> pieces) {
        return pieces.stream().map(piece -> piece.bytes() / MIB).toList();
    }

    private StepParameters parameters(List<ReplayOp> replayed) {
        TensorNames names = new TensorNames();
        ops.forEach(op -> replayed.add(new ReplayOp(op, names)));
        return new StepParameters(replayed);
    }

    @Test
    void theLastOperatorThatReadsAParameterMakesItsGradient() {
        sgd();
        List<ReplayOp> replayed = new ArrayList<>();
        StepParameters parameters = parameters(replayed);
        assertThat(mib(parameters.made(replayed.get(3)))).containsExactly(3L);
        assertThat(mib(parameters.made(replayed.get(4)))).containsExactly(6L);
        // the bias, which no backward operator reads, with its weight
        assertThat(mib(parameters.made(replayed.get(5)))).containsExactly(20L, 2L);
        assertThat(parameters.rest()).isEmpty();
    }

    @Test
    void whatNoBackwardOperatorReadsIsLeftForTheEnd() {
        sgd();
        ops.remove(5);
        List<ReplayOp> replayed = new ArrayList<>();
        StepParameters parameters = parameters(replayed);
        assertThat(mib(parameters.rest())).containsExactly(20L, 2L);
    }

    @Test
    void bucketsHoldAMebibyteThen25() {
        sgd();
        TrioSimTimeline timeline = new TrioSimTimeline();
        // 1 MiB takes 1 ms; no significant latency
        Interconnect links = new Interconnect(1e9, MIB / 1e6, Optional.empty());
        TrioSimSettings settings = new TrioSimSettings(
                TrioSimParallelism.DISTRIBUTED_DATA, 2, new Batch(1, 1, 1), links, 40, Mode.REDUCED);
        TrioSimResult result = TrioSim.run(new TrioSimTrace(ops), settings, timeline);
        List<TimedMessage> reduced = timeline.messages().stream()
                .filter(message -> message.kind() == MessageKind.ALL_REDUCE)
                .toList();
        // 3 MiB fill the first; 6 and 20 the second; 2 are left when the optimizer wants to start, and wait for their
        // turn
        assertThat(reduced).extracting(message -> message.bytes() / MIB).containsExactly(3L, 26L, 2L);
        double[] starts = {13, 33, 59};
        double[] ends = {16, 59, 61};
        for (int i = 0; i < starts.length; i++) {
            assertThat(reduced.get(i).sent() * 1e3).isCloseTo(starts[i], within(2e-3));
            assertThat(reduced.get(i).arrived() * 1e3).isCloseTo(ends[i], within(2e-3));
        }
        assertThat(result.totalMs()).isCloseTo(62, within(2e-3));
    }

    @Test
    void aGradientOfALimitsSizeFillsItsBucket() {
        TraceTensor one = tensor("w1", 1);
        TraceTensor other = tensor("w2", 25);
        TraceTensor last = tensor("w3", 1);
        op(Stage.FORWARD, "f", 1, last, other, one);
        op(Stage.BACKWARD, "b1", 1, one);
        op(Stage.BACKWARD, "b2", 1, other);
        op(Stage.BACKWARD, "b3", 1, last);
        op(Stage.OPTIMIZER, "step", 1, one, other, last);
        TrioSimTimeline timeline = new TrioSimTimeline();
        Interconnect links = new Interconnect(1e9, 1, Optional.empty());
        TrioSim.run(
                new TrioSimTrace(ops),
                new TrioSimSettings(
                        TrioSimParallelism.DISTRIBUTED_DATA, 2, new Batch(1, 1, 1), links, 40, Mode.REDUCED),
                timeline);
        assertThat(timeline.messages())
                .filteredOn(message -> message.kind() == MessageKind.ALL_REDUCE)
                .extracting(message -> message.bytes() / MIB)
                .containsExactly(1L, 25L, 1L);
    }

    @ParameterizedTest
    @CsvSource({"vgg13-h100-bs128,26,532191392", "resnet50-h100-bs128,161,102228128"})
    void recordedStepsHaveTheParametersThatAdamUpdates(String trace, int count, long bytes) {
        ops.addAll(TrioSimTrace.read(Shared.dir("golden", "triosim", "traces", trace))
                .ops());
        List<ReplayOp> replayed = new ArrayList<>();
        StepParameters parameters = parameters(replayed);
        List<TensorPiece> all = new ArrayList<>(parameters.rest());
        replayed.forEach(op -> all.addAll(parameters.made(op)));
        assertThat(all).hasSize(count);
        assertThat(all.stream().mapToLong(TensorPiece::bytes).sum()).isEqualTo(bytes);
    }
}

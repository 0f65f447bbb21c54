// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.etude.trace.model.HostTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What storages are for and how long they live: steps written by hand. */
class StepStoragesTest {
    private static List<String> lives(StepStorages step) {
        return step.lives().stream()
                .map(life ->
                        life.storage() + " " + life.kind() + " " + life.bytes() + " " + life.born() + "-" + life.last())
                .toList();
    }

    @Test
    void everyStorageOfAStepIsFollowed() {
        StepStorages step = HostSteps.training("cpu", true, true).storages();
        assertThat(step.device()).isEqualTo("cpu");
        assertThat(step.backward()).isEqualTo(5);
        assertThat(step.update()).isEqualTo(16);
        assertThat(lives(step))
                .containsExactly(
                        "1 INPUTS 80 -1-21",
                        "2 PARAMETERS 400 -1-21",
                        "3 WORKSPACE 160 2-3",
                        "4 ACTIVATIONS 160 3-8",
                        "5 WORKSPACE 4 4-4",
                        "6 INPUTS 4 -1-21",
                        "3 WORKSPACE 160 8-10",
                        "7 GRADIENTS 400 10-21",
                        "8 COMMUNICATION 400 -1-21",
                        "9 OPTIMIZER 400 -1-21",
                        "10 WORKSPACE 400 20-21");
    }

    @Test
    void thePeakIsTheMostAtOnce() {
        HostTrace trace = HostSteps.training("cpu", true, true).trace();
        StepMemory memory = StepMemory.of(3, 7, trace, StepStorages.of(trace, 0, trace.size()), -1);
        // 80 + 400 + 4 + 400 + 400 are there before; the gradient and the optimizer's copy of the parameter come on
        // top.
        assertThat(memory.peak()).isEqualTo(1284 + 400 + 400);
        assertThat(memory.rise()).isEqualTo(800);
        assertThat(memory.operator()).isEqualTo("aten::empty");
        assertThat(memory.most(MemoryKind.WORKSPACE)).isEqualTo(400);
        assertThat(memory.most(MemoryKind.ACTIVATIONS)).isEqualTo(160);
    }

    @Test
    void blocksOfGpusAreRounded() {
        StepStorages step = HostSteps.training("cuda:1", false, true).storages();
        assertThat(step.device()).isEqualTo("cuda:1");
        assertThat(step.bytes(MemoryKind.PARAMETERS)).isEqualTo(512);
        assertThat(step.bytes(MemoryKind.OPTIMIZER)).isEqualTo(512);
    }

    @Test
    void withoutAnOptimizerParametersAreWhatHasAGradientOfItsSize() {
        StepStorages step = HostSteps.training("cpu", false, false).storages();
        assertThat(step.hasUpdate()).isFalse();
        assertThat(step.bytes(MemoryKind.PARAMETERS)).isEqualTo(400);
        assertThat(step.bytes(MemoryKind.GRADIENTS)).isEqualTo(400);
        assertThat(step.bytes(MemoryKind.OPTIMIZER)).isZero();
    }

    @Test
    void whatAnOperatorAllocatesForItselfIsNew() {
        HostSteps step = new HostSteps("cpu");
        int pool = step.node(0, "aten::max_pool2d", "1:100", "2:10");
        step.node(pool, "aten::zero_", "2:10", "2:10");
        int other = step.node(0, "aten::abs", "1:100", "2:100");
        step.node(other, "aten::copy_", "2:100 1:100", "2:100");
        assertThat(lives(step.storages()))
                .containsExactly("1 INPUTS 100 -1-3", "2 WORKSPACE 10 1-1", "2 WORKSPACE 100 3-3");
    }

    @Test
    void gradientsAreHeldUntilTheyAreReleased() {
        HostSteps late = new HostSteps("cpu");
        late.node(0, "aten::linear", "1:80 2:400", "3:160");
        late.node(0, "Optimizer.zero_grad#SGD.zero_grad", "", "");
        int back = late.node(0, "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", "", "");
        late.node(back, "aten::mm", "3:160 1:80", "7:400");
        late.node(back, "torch::autograd::AccumulateGrad", "7:400", "");
        StepStorages step = late.storages();
        assertThat(step.olderGradients()).isEqualTo(1);
        assertThat(HeldBytes.of(step, StorageLife::bytes).held()).containsExactly(480 + 160 + 400, 640, 640, 1040, 880);
    }

    @Test
    void anOptimizerBelowAPassThatIsOverStillUpdates() {
        HostSteps step = HostSteps.training("cpu", false, false);
        step.node(0, "Optimizer.step#SGD.step", "", "");
        // 12 is the evaluation of AccumulateGrad.
        step.node(12, "aten::add_", "2:400 7:400", "2:400");
        step.node(12, "aten::mul_", "9:400", "9:400");
        StepStorages storages = step.storages();
        assertThat(storages.bytes(MemoryKind.PARAMETERS)).isEqualTo(400);
        assertThat(storages.bytes(MemoryKind.OPTIMIZER)).isEqualTo(400);
    }

    @Test
    void viewsThatRepeatElementsDoNotMakeAStorageLarger() {
        HostSteps step = new HostSteps("cpu");
        step.node(0, "aten::expand", "1:10", "1:1000");
        step.node(0, "aten::add", "1:1000", "2:1000");
        assertThat(lives(step.storages())).containsExactly("1 INPUTS 10 -1-1", "2 WORKSPACE 1000 1-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1:0"})
    void stepsWithoutTensorsHoldNothing(String tensors) {
        HostSteps step = new HostSteps("cpu");
        step.node(0, "aten::add", tensors, "");
        HostTrace trace = step.trace();
        StepMemory memory = StepMemory.of(0, -1, trace, StepStorages.of(trace, 0, trace.size()), -1);
        assertThat(memory.peak()).isZero();
        assertThat(Stream.of(MemoryKind.values()).mapToLong(memory::most).sum()).isZero();
    }
}

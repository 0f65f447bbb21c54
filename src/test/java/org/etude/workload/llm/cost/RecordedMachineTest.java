// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.etude.spec.CollectiveType;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.Parallelism;
import org.etude.workload.parallel.Group;
import org.junit.jupiter.api.Test;

/** The model of a recorded machine is that of generated steps. */
class RecordedMachineTest {
    private static final GpuModel A100 = Gpus.named("A100");
    private static final MachineFit FIT = new MachineFit(0.8, 1.2, 1, 0.5);

    @Test
    void productsAreThoseOfGeneratedSteps() {
        Gemm gemm = new Gemm(4096, 2048, 1024);
        double bytes = 2.0 * (4096 * 1024 + 1024 * 2048 + 4096 * 2048);
        assertThat(new RecordedMachine(A100, FIT).product(4096, 2048, 1024, 2))
                .isEqualTo(new KernelCost(A100, ElementType.BF16, FIT).product(gemm, bytes));
        assertThat(new RecordedMachine(A100, FIT).product(4096, 2048, 1024, 4))
                .isEqualTo(new KernelCost(A100, ElementType.FP32, FIT).product(gemm, bytes));
    }

    /** Tensor groups are in a node; with tp 8 each copy is in a node of its own. */
    @Test
    void communicationIsThatOfTheJobsGroups() {
        Parallelism job = new Parallelism(8, 1, 4, 1);
        ClusterNetwork network = new ClusterNetwork(A100.node(), job, FIT, 1, false);
        RecordedMachine machine = new RecordedMachine(A100, FIT);
        long bytes = 100_000_000;
        CommunicationCosts.Cost tensor = machine.cost(job, "tensor", "all_reduce", 8, bytes);
        CommunicationCosts.Cost data = machine.cost(job, "data", "all_reduce", 4, bytes);
        assertThat(tensor.micros(bytes) * 1000)
                .isEqualTo(network.collective(CollectiveType.ALL_REDUCE, bytes, Group.TENSOR, 8), within(1e-3));
        assertThat(data.micros(bytes) * 1000)
                .isEqualTo(network.collective(CollectiveType.ALL_REDUCE, bytes, Group.DATA, 4), within(1e-3));
        assertThat(data.usPerByte()).isGreaterThan(5 * tensor.usPerByte());
        assertThat(machine.cost(job, "pipeline", "sendrecv", 2, bytes).micros(bytes) * 1000)
                .isEqualTo(network.message(bytes, 0, 1), within(1e-3));
        assertThatThrownBy(() -> machine.cost("all_to_all", 4, bytes)).hasMessageContaining("all_to_all");
    }
}

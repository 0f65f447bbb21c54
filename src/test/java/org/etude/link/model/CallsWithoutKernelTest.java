// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.EventKind;
import org.junit.jupiter.api.Test;

/** Calls that share a kernel, and calls that have none. */
class CallsWithoutKernelTest {
    @Test
    void aKernelTakesTypeAndSizeFromTheCallsItCoalesces() {
        CommArgs send =
                new CommArgs("send", "Float", 256, 0, List.of(), List.of(), "0", null, 2, List.of(0, 1), 1, 7, -1);
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, send),
                comm("record_param_comms", 20, send),
                host("aten::cat", 1, 40, 10, 0),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_SendRecv(x)", 4, 70, 30, 1)));
        assertThat(linked.ranks().get(0).collectives()).hasSize(1).first().satisfies(c -> {
            assertThat(c.type()).isEqualTo(CollectiveType.SEND);
            assertThat(c.inBytes()).isEqualTo(2048);
            assertThat(c.outBytes()).isZero();
            assertThat(c.peer()).isEqualTo(1);
            assertThat(c.tag()).isEqualTo(7);
            assertThat(c.notes()).isEqualTo("2 calls in one kernel");
        });
        assertThat(linked.unmatched()).isEmpty();
    }

    /** Without record_shapes no call states its size: the kernel's is unknown then, not 0; also if one of two is. */
    @Test
    void callsOfUnknownSizeHaveNoSumOfSizes() {
        CommArgs sized =
                new CommArgs("allreduce", "Float", 9, 9, List.of(), List.of(), "0", null, 2, List.of(), -1, -1, -1);
        CommArgs open =
                new CommArgs("allreduce", null, -1, -1, List.of(), List.of(), "0", null, 2, List.of(), -1, -1, -1);
        for (CommArgs other : List.of(open, sized)) {
            LinkedSet linked = TestDevice.link(List.of(
                    comm("record_param_comms", 0, open),
                    comm("record_param_comms", 20, other),
                    call("cudaLaunchKernelExC", 1, 60, 2, 1),
                    kernel("ncclDevKernel_Generic(x)", 4, 70, 30, 1)));
            assertThat(linked.ranks().get(0).collectives()).hasSize(1).first().satisfies(c -> {
                assertThat(c.type()).isEqualTo(CollectiveType.ALL_REDUCE);
                assertThat(c.inBytes()).isEqualTo(-1);
                assertThat(c.outBytes()).isEqualTo(-1);
                assertThat(c.notes()).isEqualTo("2 calls in one kernel");
            });
            assertThat(linked.report().findings()).anyMatch(row -> row.what().contains("no size"));
        }
    }

    /** The call before the first launch belongs to that launch, though its kernel's own name says what it is. */
    @Test
    void callsBeforeAnEarlierLaunchAreNotTheLaterKernels() {
        CommArgs reduce =
                new CommArgs("allreduce", "Float", 9, 9, List.of(), List.of(), "0", null, 2, List.of(0, 1), -1, -1, -1);
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, reduce),
                call("cudaLaunchKernelExC", 1, 20, 2, 1),
                kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 4, 25, 10, 1),
                call("cudaLaunchKernelExC", 1, 60, 2, 2),
                kernel("ncclDevKernel_SendRecv(x)", 4, 70, 30, 2)));
        assertThat(linked.ranks().get(0).collectives())
                .extracting(Collective::type)
                .containsExactly(CollectiveType.ALL_REDUCE, CollectiveType.UNKNOWN);
    }

    @Test
    void aMixtureOfCallsHasNoTypeAndIsReported() {
        CommArgs send =
                new CommArgs("send", "Float", 256, 0, List.of(), List.of(), "0", null, 2, List.of(0, 1), 1, 7, -1);
        CommArgs recv =
                new CommArgs("recv", "Float", 0, 128, List.of(), List.of(), "0", null, 2, List.of(0, 1), 1, 8, -1);
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, send),
                comm("record_param_comms", 20, recv),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_SendRecv(x)", 4, 70, 30, 1)));
        assertThat(linked.ranks().get(0).collectives()).hasSize(1).first().satisfies(c -> {
            assertThat(c.type()).isEqualTo(CollectiveType.UNKNOWN);
            assertThat(c.notes()).isEqualTo("one kernel for SEND with 1 of 1024 B, RECV with 1 of 512 B");
        });
    }

    @Test
    void aCallWithoutAKernelIsNoCollectiveOfAGpuTrace() {
        CommArgs reduce =
                new CommArgs("allreduce", "Float", 9, 9, List.of(), List.of(), "0", null, 2, List.of(0, 1), -1, -1, -1);
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, reduce),
                call("cudaLaunchKernel", 1, 60, 2, 1),
                kernel("gemm", 0, 70, 30, 1)));
        LinkedRank rank = linked.ranks().get(0);
        assertThat(rank.collectives()).isEmpty();
        for (int i = 0; i < rank.size(); i++) {
            assertThat(rank.kind(i).isComm()).isFalse();
        }
        assertThat(linked.unmatched()).extracting(LinkedSet.Unmatched::kind).containsExactly("collective");
    }

    private static TestDevice.Event comm(String name, long start, CommArgs args) {
        return new TestDevice.Event(EventKind.CPU_OP, name, 1, start, 10, 0, args, null);
    }

    @Test
    void receivesAddUpOnTheirSide() {
        CommArgs recv =
                new CommArgs("recv", "Float", 0, 128, List.of(), List.of(), "0", null, 2, List.of(0, 1), 1, 8, -1);
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, recv),
                comm("record_param_comms", 20, recv),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_SendRecv(x)", 4, 70, 30, 1)));
        assertThat(linked.ranks().get(0).collectives()).hasSize(1).first().satisfies(c -> {
            assertThat(c.type()).isEqualTo(CollectiveType.RECV);
            assertThat(c.inBytes()).isZero();
            assertThat(c.outBytes()).isEqualTo(1024);
        });
    }

    @Test
    void callsAfterTheLaunchOrOnAnotherThreadAreNotTheKernels() {
        CommArgs send =
                new CommArgs("send", "Float", 256, 0, List.of(), List.of(), "0", null, 2, List.of(0, 1), 1, 7, -1);
        LinkedSet linked = TestDevice.link(List.of(
                new TestDevice.Event(EventKind.CPU_OP, "record_param_comms", 2, 0, 10, 0, send, null),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_SendRecv(x)", 4, 70, 30, 1),
                comm("record_param_comms", 80, send)));
        assertThat(linked.ranks().get(0).collectives()).hasSize(1).first().satisfies(c -> {
            assertThat(c.type()).isEqualTo(CollectiveType.UNKNOWN);
            assertThat(c.inBytes()).isEqualTo(-1);
        });
        assertThat(linked.unmatched()).hasSize(3);
    }
}

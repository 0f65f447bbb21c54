// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
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
    private static CommArgs message(String name, int elements, int peer, int tag) {
        return new CommArgs(
                name,
                "Float",
                elements,
                elements,
                List.of(),
                List.of(),
                "0",
                null,
                4,
                List.of(0, 1, 2, 3),
                peer,
                tag,
                -1);
    }

    @Test
    void aKernelTakesTypeAndSizeFromTheCallsItCoalesces() {
        CommArgs reduce = new CommArgs(
                "allreduce", "Float", 256, 256, List.of(), List.of(), "0", null, 2, List.of(0, 1), -1, -1, -1);
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, reduce),
                comm("record_param_comms", 20, reduce),
                host("aten::cat", 1, 40, 10, 0),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_Generic(x)", 4, 70, 30, 1)));
        assertThat(linked.ranks().get(0).collectives()).hasSize(1).first().satisfies(c -> {
            assertThat(c.type()).isEqualTo(CollectiveType.ALL_REDUCE);
            assertThat(c.inBytes()).isEqualTo(2048);
            assertThat(c.outBytes()).isEqualTo(2048);
            assertThat(c.notes()).isEqualTo("2 calls in one kernel");
        });
        assertThat(linked.unmatched()).isEmpty();
    }

    /** Two sends to one peer, two receives of different peers and a send: five messages of one kernel, in the order of the calls. */
    @Test
    void sendsAndReceivesOfOneKernelRemainMessages() {
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, message("send", 256, 1, 7)),
                comm("record_param_comms", 20, message("recv", 128, 1, 8)),
                comm("record_param_comms", 40, message("send", 512, 1, 7)),
                comm("record_param_comms", 60, message("recv", 64, 2, 8)),
                comm("record_param_comms", 80, message("send", 32, 2, 7)),
                call("cudaLaunchKernelExC", 1, 100, 2, 1),
                kernel("ncclDevKernel_SendRecv(x)", 4, 110, 30, 1),
                comm("record_param_comms", 200, message("send", 16, 1, 7)),
                call("cudaLaunchKernelExC", 1, 220, 2, 2),
                kernel("ncclDevKernel_SendRecv(x)", 4, 230, 30, 2)));
        LinkedRank rank = linked.ranks().get(0);
        List<Collective> all = rank.collectives();
        assertThat(all)
                .extracting(c -> c.type() + " " + c.peer() + " " + c.inBytes() + " " + c.outBytes() + " " + c.tag()
                        + " " + c.sequence())
                .containsExactly(
                        "SEND 1 1024 0 7 0",
                        "RECV 1 0 512 8 0",
                        "SEND 1 2048 0 7 1",
                        "RECV 2 0 256 8 0",
                        "SEND 2 128 0 7 0",
                        "SEND 1 64 0 7 2");
        int node = all.get(0).node();
        assertThat(rank.collectives(node)).isEqualTo(all.subList(0, 5));
        assertThat(rank.collective(node)).isEqualTo(all.get(0));
        assertThat(rank.collectives(all.get(5).node())).containsExactly(all.get(5));
        assertThat(rank.collectives(0)).isEmpty();
        assertThat(all)
                .extracting(Collective::notes)
                .startsWith("one of 5 messages of one kernel")
                .endsWith("1 call in one kernel");
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

    private static CommArgs reduce(int elements, String group) {
        return new CommArgs(
                "allreduce", "Float", elements, elements, List.of(), List.of(), group, null, 2, List.of(), -1, -1, -1);
    }

    /** NCCL names the kernel of coalesced collectives of one type; their sizes are in the calls, other types are not its. */
    @Test
    void aKernelThatNamesItsTypeTakesTheSizeOfCallsOfThatType() {
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, reduce(16, "0")),
                comm("record_param_comms", 20, reduce(32, "0")),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 4, 70, 30, 1)));
        assertThat(linked.ranks().get(0).collectives())
                .extracting(Collective::type, Collective::inBytes, Collective::groupName, Collective::notes)
                .containsExactly(tuple(CollectiveType.ALL_REDUCE, 192L, "0", "2 calls in one kernel"));
        assertThat(linked.unmatched()).isEmpty();
    }

    /** Which of two communicators the kernel is of is unknown. */
    @Test
    void aKernelThatNamesItsTypeTakesNoSizeOfSeveralGroups() {
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, reduce(16, "0")),
                comm("record_param_comms", 20, reduce(32, "1")),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 4, 70, 30, 1)));
        assertThat(linked.ranks().get(0).collectives())
                .extracting(Collective::type, Collective::inBytes)
                .containsExactly(tuple(CollectiveType.ALL_REDUCE, -1L));
        assertThat(linked.unmatched()).hasSize(2);
    }

    /** A receive beside a collective: the kernel of an uncommon group, of which no type is known. */
    @Test
    void aMixtureOfCallsHasNoTypeAndIsReported() {
        CommArgs reduce = new CommArgs(
                "allreduce", "Float", 256, 256, List.of(), List.of(), "0", null, 2, List.of(0, 1), -1, -1, -1);
        LinkedSet linked = TestDevice.link(List.of(
                comm("record_param_comms", 0, reduce),
                comm("record_param_comms", 20, message("recv", 128, 1, 8)),
                call("cudaLaunchKernelExC", 1, 60, 2, 1),
                kernel("ncclDevKernel_SendRecv(x)", 4, 70, 30, 1)));
        assertThat(linked.ranks().get(0).collectives()).hasSize(1).first().satisfies(c -> {
            assertThat(c.type()).isEqualTo(CollectiveType.UNKNOWN);
            assertThat(c.notes()).isEqualTo("one kernel for ALL_REDUCE of 1024 B, RECV with 1 of 512 B");
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

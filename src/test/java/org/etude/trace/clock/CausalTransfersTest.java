// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.link.TestDevice.Event;
import org.etude.trace.clock.ClockBounds.Offset;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.ProcessGroup;
import org.junit.jupiter.api.Test;

/** Two ranks of a job of four; the offset of the second clock, and the bounds on it, by hand. */
class CausalTransfersTest {
    private static final String ALL_REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)";
    private static final String MESSAGE = "ncclDevKernel_SendRecv(ncclDevComm*)";
    private static final List<ProcessGroup> WORLD = List.of(group("0", 0, 1, 2, 3));

    private static ProcessGroup group(String name, Integer... ranks) {
        return new ProcessGroup(name, "", "nccl", ranks.length, List.of(ranks));
    }

    private static CommArgs comm(String collective, String group, int peer, Integer... ranks) {
        return new CommArgs(
                collective, "Float", 1, 1, List.of(), List.of(), group, "", ranks.length, List.of(ranks), peer, -1, -1);
    }

    private static Event event(EventKind kind, String name, long start, long end, CommArgs comm) {
        return new Event(kind, name, kind == EventKind.KERNEL ? 107 : 7, start, end - start, 0, comm, null);
    }

    private static Event kernel(String name, long start, long end, CommArgs comm) {
        return event(EventKind.KERNEL, name, start, end, comm);
    }

    private static CausalTransfers of(int rank, List<ProcessGroup> groups, Event... events) {
        return new CausalTransfers(new TestDevice(List.of(events), groups), rank);
    }

    private static CausalTransfers of(int rank, Event... events) {
        return of(rank, WORLD, events);
    }

    private int compared;

    /** The offset of the clock of the second rank against that of the first. */
    private Offset offset(CausalTransfers one, CausalTransfers two) {
        ClockBounds bounds = new ClockBounds(2);
        compared = one.compare(0, 0, two, 1, 0, bounds) + two.compare(1, 0, one, 0, 0, bounds);
        return bounds.solve(new boolean[2])[1];
    }

    private static final Offset UNKNOWN = new Offset(0, Long.MIN_VALUE, Long.MAX_VALUE);

    /** A receive ends after its send began: the second clock is at most 50 ns behind. */
    @Test
    void aMessageBoundsOneSide() {
        CausalTransfers sender = of(0, kernel(MESSAGE, 100, 200, comm("send", "pp", 1)));
        CausalTransfers receiver = of(1, kernel(MESSAGE, 40, 150, comm("recv", "pp", 0)));
        assertThat(offset(sender, receiver)).isEqualTo(new Offset(0, -50, Long.MAX_VALUE));
        assertThat(compared).isEqualTo(1);
        assertThat(sender.partners()).containsExactly(1);
        ClockBounds shifted = new ClockBounds(2);
        sender.compare(0, 10, receiver, 1, 3, shifted);
        assertThat(shifted.solve(new boolean[2])[1].low()).isEqualTo(-43);
    }

    @Test
    void messagesOfOtherGroupsOrPeersDoNotMeet() {
        CausalTransfers sender = of(0, kernel(MESSAGE, 100, 200, comm("send", "pp", 1)));
        assertThat(offset(sender, of(1, kernel(MESSAGE, 40, 150, comm("recv", "tp", 0)))))
                .isEqualTo(UNKNOWN);
        assertThat(offset(sender, of(1, kernel(MESSAGE, 40, 150, comm("recv", "pp", 2)))))
                .isEqualTo(UNKNOWN);
        assertThat(offset(sender, of(1, kernel(MESSAGE, 40, 150, comm("send", "pp", 0)))))
                .isEqualTo(UNKNOWN);
        assertThat(compared).isZero();
    }

    /** Each rank begins before the other one ends: 300 before 390, and 320 before 400. */
    @Test
    void aCollectiveOfWhichAllNeedAllBoundsBothSides() {
        CausalTransfers one = of(0, kernel(ALL_REDUCE, 300, 400, comm("allreduce", "0", -1, 0, 1)));
        CausalTransfers two = of(1, kernel(ALL_REDUCE, 320, 390, comm("allreduce", "0", -1, 0, 1)));
        assertThat(offset(one, two)).isEqualTo(new Offset(-5, -90, 80));
        assertThat(compared).isEqualTo(2);
        assertThat(one.partners()).containsExactly(1);
        CausalTransfers elsewhere = of(1, kernel(ALL_REDUCE, 320, 390, comm("allreduce", "0", -1, 1, 2)));
        assertThat(offset(one, elsewhere)).as("of other ranks").isEqualTo(UNKNOWN);
        CausalTransfers stranger = of(2, kernel(ALL_REDUCE, 320, 390, comm("allreduce", "0", -1, 0, 1)));
        assertThat(one.compare(0, 0, stranger, 1, 0, new ClockBounds(2)))
                .as("with a rank that is none of them")
                .isZero();
    }

    /** A broadcast may end at its root before another rank has begun. */
    @Test
    void aBroadcastSaysNothing() {
        String broadcast = "ncclDevKernel_Broadcast_RING_LL(ncclDevComm*)";
        CausalTransfers one = of(0, kernel(broadcast, 300, 400, comm("broadcast", "0", -1, 0, 1)));
        CausalTransfers two = of(1, kernel(broadcast, 320, 390, comm("broadcast", "0", -1, 0, 1)));
        assertThat(offset(one, two)).isEqualTo(UNKNOWN);
        assertThat(one.partners()).isEmpty();
    }

    /** Without its ranks a collective is that of the only group there is. */
    @Test
    void whatDoesNotStateItsGroupNeedsAnOnlyOne() {
        CausalTransfers one = of(0, kernel(ALL_REDUCE, 300, 400, null));
        CausalTransfers two = of(1, kernel(ALL_REDUCE, 320, 390, null));
        assertThat(offset(one, two)).isEqualTo(new Offset(-5, -90, 80));
        assertThat(one.partners()).containsExactly(1, 2, 3);
        List<ProcessGroup> two2 = List.of(group("0", 0, 1, 2, 3), group("1", 0, 1));
        assertThat(of(0, two2, kernel(ALL_REDUCE, 300, 400, null)).partners()).isEmpty();
        List<ProcessGroup> same = List.of(group("0", 0, 1, 2, 3), group("1", 0, 1, 2, 3));
        assertThat(of(0, same, kernel(ALL_REDUCE, 300, 400, null)).partners()).containsExactly(1, 2, 3);
    }

    /** Kernels that do not state their peers: the annotations around them do. */
    @Test
    void annotationsNameThePeersThatKernelsDoNot() {
        CausalTransfers sender = of(
                0, kernel(MESSAGE, 110, 190, null), event(EventKind.GPU_ANNOTATION, "nccl:send 0->1", 100, 200, null));
        CausalTransfers receiver =
                of(1, kernel(MESSAGE, 50, 140, null), event(EventKind.GPU_ANNOTATION, "nccl:recv 1<-0", 40, 150, null));
        assertThat(offset(sender, receiver)).isEqualTo(new Offset(0, -50, Long.MAX_VALUE));
        CausalTransfers stated = of(
                0,
                kernel(MESSAGE, 110, 190, comm("send", "pp", 3)),
                annotation(107, "nccl:send 0->1", 100, 200),
                kernel(MESSAGE, 310, 390, null),
                annotation(107, "nccl:send 0->2", 300, 400),
                annotation(108, "nccl:recv 0<-1", 100, 200));
        assertThat(stated.partners())
                .as("the annotation of a kernel that states it is not read")
                .containsExactly(1, 2, 3);
        assertThat(of(
                                0,
                                List.of(group("0", 4, 6)),
                                kernel(MESSAGE, 110, 190, null),
                                event(EventKind.GPU_ANNOTATION, "nccl:send 0->1", 100, 200, null))
                        .partners())
                .as("the place in the group is rank 6")
                .containsExactly(6);
    }

    private static Event annotation(int stream, String name, long start, long end) {
        return new Event(EventKind.GPU_ANNOTATION, name, stream, start, end - start, 0, null, null);
    }

    private static Event op(String name, long start, int peer) {
        return new Event(EventKind.CPU_OP, "record_param_comms", 7, start, 4, 0, comm(name, "0", peer), null);
    }

    private static Event launch(long start, long correlation) {
        return new Event(EventKind.RUNTIME, "cudaLaunchKernelExC", 7, start, 5, correlation, null, null);
    }

    private static Event launched(long start, long end, long correlation, CommArgs comm) {
        return new Event(EventKind.KERNEL, MESSAGE, 107, start, end - start, correlation, comm, null);
    }

    /**
     * Rank 0 sends alone, rank 1 receives; then each sends and receives in one kernel, rank 0 at 1040 to 1100 and rank 1 at
     * 1044 to 1110. Were the first call one of the second kernel's, a send at 1040 would be the second of three.
     */
    @Test
    void aKernelThatNamesItsPeerTakesItsCall() {
        CausalTransfers one = of(
                0,
                op("send", 80, 1),
                launch(90, 1),
                launched(100, 120, 1, comm("send", "0", 1)),
                op("send", 1000, 1),
                op("recv", 1010, 1),
                launch(1020, 2),
                launched(1040, 1100, 2, null));
        CausalTransfers two = of(
                1,
                op("recv", 80, 0),
                launch(90, 1),
                launched(104, 130, 1, comm("recv", "0", 0)),
                op("recv", 1000, 0),
                op("send", 1010, 0),
                launch(1020, 2),
                launched(1044, 1110, 2, null));
        Offset offset = offset(one, two);
        assertThat(compared).isEqualTo(3);
        assertThat(offset).isEqualTo(new Offset(13, -30, 56));
    }

    /** The annotation of a single message counts although another kernel's calls are known. */
    @Test
    void aBatchWithCallsLeavesOtherKernelsTheirAnnotations() {
        CausalTransfers batch = of(
                0,
                op("send", 80, 2),
                launch(90, 1),
                launched(100, 120, 1, null),
                annotation(107, "nccl:send 0->1", 200, 240),
                kernel(MESSAGE, 200, 240, null));
        assertThat(batch.partners()).containsExactly(1, 2);
        CausalTransfers receiver = of(1, annotation(107, "nccl:recv 1<-0", 150, 170), kernel(MESSAGE, 150, 170, null));
        assertThat(offset(batch, receiver)).isEqualTo(new Offset(30, 30, Long.MAX_VALUE));
    }

    private static TestDevice host(List<ProcessGroup> groups, String inputs, Event... events) {
        return new TestDevice(List.of(events), groups) {
            @Override
            public String concreteInputs(int i) {
                return name(i).startsWith("c10d::") ? inputs : "";
            }
        };
    }

    private static Event range(String name, long start, long end) {
        return event(EventKind.CPU_OP, name, start, end, null);
    }

    /** The message begins with the call, at 90 and 30, and ends with the backend's range, at 200 and 150. */
    @Test
    void aMessageOfGlooBoundsBothSides() {
        String toOne = "[\"\", \"\", \"1\", \"7\"]";
        String ofZero = "[\"\", \"\", \"0\", \"7\"]";
        CausalTransfers sender =
                new CausalTransfers(host(WORLD, toOne, range("c10d::send", 90, 120), range("gloo:send", 100, 200)), 0);
        CausalTransfers receiver =
                new CausalTransfers(host(WORLD, ofZero, range("c10d::recv_", 30, 60), range("gloo:recv", 40, 150)), 1);
        assertThat(offset(sender, receiver)).isEqualTo(new Offset(55, -60, 170));
        CausalTransfers tagged = new CausalTransfers(
                host(WORLD, "[\"\", \"\", \"0\", \"8\"]", range("c10d::recv_", 30, 60), range("gloo:recv", 40, 150)),
                1);
        assertThat(offset(sender, tagged)).as("of another tag").isEqualTo(UNKNOWN);
        CausalTransfers late =
                new CausalTransfers(host(WORLD, ofZero, range("c10d::recv_", 30, 39), range("gloo:recv", 40, 150)), 1);
        assertThat(late.partners()).as("a range after its call has ended").isEmpty();
        CausalTransfers several = new CausalTransfers(
                host(
                        List.of(group("0", 0, 1), group("1", 0, 2)),
                        ofZero,
                        range("c10d::recv_", 30, 60),
                        range("gloo:recv", 40, 150)),
                1);
        assertThat(several.partners()).as("ranks of which group?").isEmpty();
    }
}

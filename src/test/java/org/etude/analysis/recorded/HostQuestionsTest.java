// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.link.TestDevice;
import org.etude.link.TestDevice.Event;
import org.etude.report.Report;
import org.etude.table.recorded.TimelineTable;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;

/** {@link HostSelfTimes}, {@link KernelUses}, {@link KernelSequences} and {@link InputTexts} on traces laid out by hand; times in ns. */
class HostQuestionsTest {
    private static final int THREAD = 1;

    private static Event op(String name, long start, long duration) {
        return TestDevice.host(name, THREAD, start, duration, 0);
    }

    private static Event annotation(String name, long start, long duration) {
        return new Event(EventKind.USER_ANNOTATION, name, THREAD, start, duration, 0, null, null);
    }

    private static TraceSet set(Event... events) {
        RankTrace rank = new RankTrace(3, null, new TestDevice(List.of(events)), 0, List.of());
        RankTrace bare = new RankTrace(4, null, null, 0, List.of());
        return new TraceSet("test", List.of(rank, bare), 2, Report.empty());
    }

    private static HostSelfTimes self(Event... events) {
        TestDevice device = new TestDevice(List.of(events));
        return HostSelfTimes.of(device, new CommEvents(device));
    }

    /** 100 less 30 and 20; the 10 inside of the 30 are not taken off twice. An annotation takes nothing. */
    @Test
    void anOperatorLosesTheTimeOfTheOperatorsItCalls() {
        HostSelfTimes times = self(
                op("outer", 0, 100),
                op("first", 10, 30),
                op("inner", 15, 10),
                annotation("mark", 50, 45),
                op("second", 60, 20));
        assertThat(List.of(times.nanos(0), times.nanos(1), times.nanos(2), times.nanos(4)))
                .containsExactly(50L, 20L, 10L, 20L);
        assertThat(times.nanos(3)).as("of an annotation").isZero();
    }

    /** The name of an event decides: a copy that a collective's operator makes is an operator. */
    @Test
    void whatCommunicationCallsIsWhatItsNameSays() {
        HostSelfTimes times = self(op("outer", 0, 100), op("c10d::allreduce_", 10, 50), op("aten::copy_", 20, 10));
        assertThat(times.nanos(0)).isEqualTo(50);
        assertThat(times.isOperator(0)).isTrue();
        assertThat(times.isOperator(1)).isFalse();
        assertThat(times.isOperator(2)).isTrue();
        assertThat(times.nanos(2)).isEqualTo(10);
        assertThat(times.isOutermostCommunication(1)).isTrue();
        assertThat(times.isOutermostCommunication(2)).isFalse();
        HostSelfTimes nested = self(op("c10d::allreduce_", 10, 50), op("record_param_comms", 20, 10));
        assertThat(nested.isOutermostCommunication(0)).isTrue();
        assertThat(nested.isOutermostCommunication(1)).isFalse();
    }

    /** A functional all-reduce: it copies its input for 40 ns, of which 30 in a copy, and calls the collective on the copy. */
    private static Event[] functional() {
        return new Event[] {
            op("_c10d_functional::all_reduce", 0, 100),
            op("aten::clone", 10, 40),
            op("aten::copy_", 15, 30),
            op("c10d::allreduce_", 60, 30),
            op("record_param_comms", 65, 10),
            op("_c10d_functional::wait_tensor", 200, 50)
        };
    }

    private static List<String> diff(TraceSet set) {
        return DiffSide.of(set, List.of()).stream()
                .map(entry -> entry.kind() + " " + entry.name() + " " + entry.count() + " x " + entry.nanos())
                .toList();
    }

    private static List<String> timeline(TraceSet set) {
        return TimelineTable.of(set, PartnerWaits.none()).stream()
                .map(row -> row.getString("lane") + " " + row.getString("name") + " " + row.getDouble("start_us")
                        + " + " + row.getDouble("duration_us"))
                .toList();
    }

    /** Computes, exposed communication, any communication; in ns. */
    private static List<Long> split(TraceSet set) {
        TimeSplit split =
                StepActivity.of(set.ranks().get(0), PartnerWaits.none()).get(0).split();
        return List.of(split.computeNanos(), split.exposedNanos(), split.commNanos());
    }

    /** Two ranks' events: the rank without a device counts as a rank of one step too. */
    @Test
    void aCopyWithinAFunctionalCollectiveComputesOnTheHost() {
        TraceSet calls = set(functional());
        assertThat(diff(calls)).containsExactly("OPERATOR aten::clone 0.5 x 5.0", "OPERATOR aten::copy_ 0.5 x 15.0");
        assertThat(uses(calls))
                .as("without the backend's work, calls are the communication: 100 - 40")
                .containsExactly(
                        "3 _c10d_functional::all_reduce TRANSFER 1 x 60 0.4",
                        "3 _c10d_functional::wait_tensor TRANSFER 1 x 50 " + 50.0 / 150,
                        "3 aten::copy_ COMPUTE 1 x 30 0.2",
                        "3 aten::clone COMPUTE 1 x 10 " + 10.0 / 150);
        assertThat(timeline(calls)).containsExactly("compute aten::clone 0.01 + 0.04");
        assertThat(split(calls)).containsExactly(40L, 110L, 150L);
        List<Event> withBackend = new ArrayList<>(List.of(functional()));
        withBackend.add(TestDevice.host("gloo:all_reduce", 5, 80, 160, 0));
        withBackend.add(TestDevice.host("aten::div_", 5, 100, 20, 0));
        TraceSet carried = set(withBackend.toArray(Event[]::new));
        assertThat(diff(carried)).isEqualTo(diff(calls));
        assertThat(uses(carried))
                .as("what the backend does on its own thread is its transfer")
                .containsExactly(
                        "3 gloo:all_reduce TRANSFER 1 x 160 0.8",
                        "3 aten::copy_ COMPUTE 1 x 30 0.15",
                        "3 aten::clone COMPUTE 1 x 10 0.05");
        assertThat(timeline(carried))
                .containsExactly("compute aten::clone 0.01 + 0.04", "comm gloo:all_reduce 0.08 + 0.16");
        assertThat(split(carried)).containsExactly(40L, 160L, 160L);
    }

    /** The library's kernel alone communicates; the copy's kernel computes, a copy by an engine is a copy. */
    @Test
    void aCopyWithinAFunctionalCollectiveComputesOnAGpu() {
        List<Event> events = new ArrayList<>(List.of(functional()));
        events.add(TestDevice.call("cudaLaunchKernel", THREAD, 20, 5, 1));
        events.add(TestDevice.call("cudaMemcpyAsync", THREAD, 30, 5, 2));
        events.add(TestDevice.call("cudaLaunchKernelExC", THREAD, 70, 5, 3));
        events.add(TestDevice.kernel("void at::native::vectorized_elementwise_kernel<4, copy>", 7, 100, 50, 1));
        events.add(TestDevice.copy(7, 150, 20, 2));
        events.add(TestDevice.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 8, 180, 100, 3));
        TraceSet gpu = set(events.toArray(Event[]::new));
        assertThat(diff(gpu))
                .containsExactly(
                        "OPERATOR aten::clone 0.5 x 5.0",
                        "OPERATOR aten::copy_ 0.5 x 15.0",
                        "KERNEL Memcpy DtoH 0.5 x 10.0",
                        "KERNEL void at::native::vectorized_elementwise_kernel<4, copy> 0.5 x 25.0");
        assertThat(uses(gpu))
                .containsExactly(
                        "3 ncclDevKernel_AllReduce_Sum_f32_RING_LL TRANSFER 1 x 100 " + 100.0 / 170,
                        "3 void at::native::vectorized_elementwise_kernel<4, copy> COMPUTE 1 x 50 " + 50.0 / 170,
                        "3 Memcpy DtoH COPY 1 x 20 " + 20.0 / 170);
        assertThat(split(gpu)).containsExactly(50L, 100L, 100L);
    }

    /** A backend's range on the thread that called it lasts until the wait and contains nothing: the product is computed. */
    @Test
    void operatorsDuringAMessageCompute() {
        TraceSet set = set(
                op("step", 0, 400),
                op("c10d::send", 10, 40),
                annotation("gloo:send", 30, 300),
                op("aten::mm", 100, 150));
        assertThat(diff(set)).containsExactly("OPERATOR aten::mm 0.5 x 75.0", "OPERATOR step 0.5 x 105.0");
        assertThat(uses(set))
                .containsExactly(
                        "3 gloo:send TRANSFER 1 x 320 " + 320.0 / 680,
                        "3 step COMPUTE 1 x 210 " + 210.0 / 680,
                        "3 aten::mm COMPUTE 1 x 150 " + 150.0 / 680);
        assertThat(timeline(set))
                .containsExactly("compute step 0.0 + 0.01", "comm gloo:send 0.03 + 0.3", "compute step 0.05 + 0.35");
        assertThat(split(set)).containsExactly(360L, 40L, 320L);
    }

    private static List<String> uses(TraceSet set) {
        return KernelUses.of(set).stream()
                .map(use -> use.rank() + " " + use.name() + " " + use.category() + " "
                        + use.times().count() + " x " + use.times().totalNanos() + " " + use.shareFrac())
                .toList();
    }

    /** 60 + 20 of 160 ns, 40 and 40: of equal times the name decides. */
    @Test
    void gpuWorkIsAddedUpByNameTheLongestFirst() {
        assertThat(uses(set(
                        op("aten::mm", 0, 1000),
                        TestDevice.kernel("gemm", 7, 0, 60, 1),
                        TestDevice.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 8, 10, 40, 2),
                        TestDevice.kernel("gemm", 7, 100, 20, 3),
                        TestDevice.copy(7, 200, 40, 4))))
                .containsExactly(
                        "3 gemm COMPUTE 2 x 80 0.5",
                        "3 Memcpy DtoH COPY 1 x 40 0.25",
                        "3 ncclDevKernel_AllReduce_Sum_f32_RING_LL TRANSFER 1 x 40 0.25");
    }

    /** Without GPU work operators compute for their self time; a backend's work counts in place of the call. */
    @Test
    void withoutAGpuOperatorsAreTheWork() {
        assertThat(uses(set(
                        op("aten::linear", 0, 100),
                        op("aten::addmm", 10, 60),
                        op("c10d::allreduce_", 200, 30),
                        TestDevice.host("gloo:all_reduce", 5, 210, 300, 0))))
                .containsExactly(
                        "3 gloo:all_reduce TRANSFER 1 x 300 0.75",
                        "3 aten::addmm COMPUTE 1 x 60 0.15",
                        "3 aten::linear COMPUTE 1 x 40 0.1");
        assertThat(uses(set(op("aten::add", 0, 90), op("c10d::allreduce_", 100, 10))))
                .containsExactly("3 aten::add COMPUTE 1 x 90 0.9", "3 c10d::allreduce_ TRANSFER 1 x 10 0.1");
    }

    /**
     * A message lasts from its call on, 30 before its work of 100. The second call has no work on its thread, the third
     * message began after its call had returned.
     */
    @Test
    void aMessageCountsOnceFromItsCall() {
        assertThat(uses(set(
                        op("c10d::send", 0, 40),
                        annotation("gloo:send", 30, 100),
                        op("c10d::send", 200, 20),
                        TestDevice.host("gloo:all_reduce", 5, 210, 300, 0),
                        op("c10d::recv_", 600, 50),
                        annotation("gloo:recv", 651, 149))))
                .containsExactly(
                        "3 gloo:all_reduce TRANSFER 1 x 300 " + 300.0 / 649,
                        "3 gloo:recv TRANSFER 1 x 149 " + 149.0 / 649,
                        "3 gloo:send TRANSFER 1 x 130 " + 130.0 / 649,
                        "3 c10d::recv_ TRANSFER 1 x 50 " + 50.0 / 649,
                        "3 c10d::send TRANSFER 1 x 20 " + 20.0 / 649);
    }

    @Test
    void sharesOfNoTimeAreZero() {
        List<KernelUse> none = KernelUse.shared(
                List.of(new KernelUse(0, "b", Activity.COMPUTE, new DurationStats(), 9), use(0, "a", 0)));
        assertThat(none).extracting(KernelUse::name).containsExactly("a", "b");
        assertThat(none).extracting(KernelUse::shareFrac).containsExactly(0.0, 0.0);
        assertThat(none.get(0).ofRank(5).rank()).isEqualTo(5);
    }

    private static KernelUse use(int rank, String name, long nanos) {
        DurationStats times = new DurationStats();
        times.add(nanos);
        return new KernelUse(rank, name, Activity.COMPUTE, times, 0);
    }

    /** An operator that launches these kernels of 1, 2, ... ns in turn. */
    private static List<Event> launches(String operator, long at, String... kernels) {
        List<Event> events = new ArrayList<>();
        events.add(op(operator, at, 100));
        for (int k = 0; k < kernels.length; k++) {
            long correlation = at * 10 + k + 1;
            events.add(TestDevice.call("cudaLaunchKernel", THREAD, at + 10 + k, 1, correlation));
            events.add(TestDevice.kernel(kernels[k], 7, at + 200 + 10 * k, k + 1, correlation));
        }
        return events;
    }

    private static List<String> sequences(List<Event> events, String operator, int least) {
        return KernelSequences.of(set(events.toArray(Event[]::new)), operator, least).stream()
                .map(found -> found.rank() + " " + found.operator() + " " + found.work() + ": "
                        + found.host().count() + " x, " + found.gpuNanos() + " ns")
                .toList();
    }

    /** Sequences of a and b: twice a b c, once a b. */
    @Test
    void sequencesAreCountedTheMostFrequentFirst() {
        List<Event> events = new ArrayList<>(launches("norm", 0, "a", "b"));
        events.addAll(launches("norm", 1000, "a", "b", "c"));
        events.addAll(launches("norm", 2000, "a", "b", "c"));
        assertThat(sequences(events, "norm", 2))
                .containsExactly("3 norm [a, b, c]: 2 x, 12 ns", "3 norm [a, b]: 1 x, 3 ns");
        assertThat(sequences(events, "norm", 3)).containsExactly("3 norm [a, b, c]: 2 x, 12 ns");
        assertThat(sequences(events, "other", 2)).isEmpty();
    }

    /** Of as many the longer GPU time is first, then the name. */
    @Test
    void amongEquallyFrequentSequencesTheLongerIsFirst() {
        List<Event> events = new ArrayList<>(launches("y", 0, "a", "b"));
        events.addAll(launches("x", 1000, "b", "a"));
        events.addAll(launches("z", 2000, "a", "b", "c"));
        assertThat(sequences(events, "", 2))
                .containsExactly("3 z [a, b, c]: 1 x, 6 ns", "3 x [b, a]: 1 x, 3 ns", "3 y [a, b]: 1 x, 3 ns");
    }

    /** Letters' case does not matter; what a matching operator calls belongs to it, also in an operator that matches too. */
    @Test
    void workBelongsToTheOutermostOperatorThatMatches() {
        List<Event> events = new ArrayList<>(launches("Norm inner", 100, "a", "b"));
        events.add(op("NORM outer", 50, 500));
        assertThat(sequences(events, "norm", 2)).containsExactly("3 NORM outer [a, b]: 1 x, 3 ns");
        assertThat(sequences(events, "inner", 2)).containsExactly("3 Norm inner [a, b]: 1 x, 3 ns");
    }

    /** Annotations are asked for by name only. */
    @Test
    void withoutANameTheOutermostOperatorsAreAsked() {
        List<Event> events = new ArrayList<>(launches("op", 100, "a", "b"));
        events.add(annotation("step", 0, 1000));
        assertThat(sequences(events, "", 2)).containsExactly("3 op [a, b]: 1 x, 3 ns");
        assertThat(sequences(events, "step", 2)).containsExactly("3 step [a, b]: 1 x, 3 ns");
    }

    @Test
    void textsOfInputsAreShapesWordsAndNumbers() {
        assertThat(InputTexts.shapes("[[8,3],[],[2]]")).containsExactly(new long[] {8, 3}, new long[0], new long[] {2});
        assertThat(InputTexts.shapes("[[8,\"x\"], [[4, 4], [5]]]"))
                .as("no plain tensor")
                .containsExactly(new long[0], new long[0]);
        assertThat(InputTexts.words("[\"float\", [\"a\", 1], True]")).containsExactly("float", "[a, 1]", "True");
        assertThat(InputTexts.words("none")).isEmpty();
    }

    @Test
    void concreteInputsMayBeQuoted() {
        assertThat(InputTexts.numbers("[1, -2]")).containsExactly(1, -2);
        assertThat(InputTexts.numbers(List.of(1L, "2"))).containsExactly(1, 2);
        assertThat(InputTexts.numbers("3")).containsExactly(3);
        assertThat(InputTexts.numbers(3L)).containsExactly(3);
        assertThat(InputTexts.numbers("3.5")).isEmpty();
        assertThat(InputTexts.numbers("1234567890123456789")).as("19 digits").isEmpty();
        assertThat(InputTexts.numbers("123456789012345678")).containsExactly(123456789012345678L);
        assertThat(InputTexts.numbers(Map.of())).isEmpty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.et.convert.FakeRank;
import org.etude.link.Recording;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Report;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.CollectiveType;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of one step of a single host, which computes for 30 us and pauses for 10, as recorded and replayed. */
class StepPartTest {
    @TempDir
    private Path dir;

    private final FakeRank first = new FakeRank(0);
    private final FakeRank second = new FakeRank(1);

    /** Both ranks begin and end an all-reduce, times in us. */
    private void allReduce(double from, double until, double otherFrom, double otherUntil) {
        allReduce(first, from, until);
        allReduce(second, otherFrom, otherUntil);
    }

    private static void allReduce(FakeRank rank, double from, double until) {
        int kernel = rank.add(NodeKind.COMM_KERNEL, "AllReduce", from, until - from, 20, -1);
        rank.transfer(kernel, CollectiveType.ALL_REDUCE, 8, 8, "0", -1, -1, 0, 1);
    }

    /** Two messages each way in a kernel from 0 to 12 us, met by one from 2 to 12 us. */
    @Test
    void messagesOfOneConnectionInAKernelCountOnce() {
        int kernel = first.add(NodeKind.COMM_KERNEL, "SendRecv", 0, 12, 20, -1);
        int other = second.add(NodeKind.COMM_KERNEL, "SendRecv", 2, 10, 20, -1);
        for (int k = 0; k < 2; k++) {
            first.transfer(kernel, CollectiveType.SEND, 300, 0, "0", 1, 7, 0, 1);
            first.transfer(kernel, CollectiveType.RECV, 0, 100, "0", 1, 7, 0, 1);
            second.transfer(other, CollectiveType.RECV, 0, 300, "0", 0, 7, 0, 1);
            second.transfer(other, CollectiveType.SEND, 100, 0, "0", 0, 7, 0, 1);
        }
        // Of each rank the time after the wait, once in each direction.
        assertThat(parts(twoSteps()).get(0).measuredMs()).isEqualTo(4 * 0.010 / 2, within(1e-12));
    }

    private List<StepPart> parts(List<StepActivity> steps) {
        Recording.alone()
                .thread(2, 1)
                .op(10, "aten::mm", 2, 1, 5, 10)
                .op(11, "aten::add_", 2, 1, 25, 20)
                .job()
                .load(dir);
        Traces traces = Traces.load(dir);
        SimulationResult run =
                traces.link().toEt().repair().simulate(Topology.ring(1)).result();
        LinkedSet recorded =
                new LinkedSet(traces.set(), List.of(first, second), List.of(), Report.empty(), Optional.empty());
        return StepPart.of(recorded, steps, CollectiveMatcher.match(recorded), run);
    }

    private static List<StepActivity> twoSteps() {
        TimeSplit split = new TimeSplit(35_000, 20_000, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000);
        return List.of(new StepActivity(0, 1, 0, split), new StepActivity(0, 2, 0, split.plus(split)));
    }

    /** Means of two steps, the second twice as long as the first. */
    @Test
    void partsAreMeansOverTheSteps() {
        List<StepPart> parts = parts(twoSteps());
        assertThat(parts)
                .extracting(StepPart::part)
                .containsExactly("matched_transfers", "compute", "exposed_transfer", "copy", "waiting", "host", "idle");
        List<Double> measured = parts.stream().skip(1).map(StepPart::measuredMs).toList();
        assertThat(measured.stream().map(ms -> Math.round(ms * 1e6)).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(30_000L, 1_500L, 3_000L, 4_500L, 6_000L, 7_500L);
        assertThat(parts.get(1).measuredMs()).isEqualTo(0.03, within(1e-12));
        assertThat(parts.get(1).simulatedMs()).isEqualTo(0.03, within(1e-12));
        assertThat(parts.stream().skip(1).mapToDouble(StepPart::simulatedMs).sum())
                .isEqualTo(0.04, within(1e-12));
        assertThat(parts.get(0).simulatedMs()).isZero();
    }

    /** Two ranks move data for 7 us each; waits longer than the call, single members and untimed ones do not count. */
    @Test
    void matchedTransfersBeginWithTheLastRank() {
        allReduce(1, 11, 4, 11);
        allReduce(21, 23, 24, 24);
        allReduce(Double.NEGATIVE_INFINITY, 60, 71, 141);
        allReduce(first, 201, 251);
        assertThat(parts(twoSteps()).get(0).measuredMs()).isEqualTo(0.007, within(1e-12));
    }

    @Test
    void withoutStepsNothingIsMeasured() {
        allReduce(0, 10, 0, 10);
        assertThat(parts(List.of()))
                .allSatisfy(part -> assertThat(part.measuredMs()).isNaN());
    }

    @Test
    void withoutMatchesNoTransferIsMeasured() {
        assertThat(parts(twoSteps()).get(0).measuredMs()).isNaN();
    }

    @Test
    void anErrorIsSignedAndRelativeToTheMeasurement() {
        assertThat(new StepPart("host", 4, 3).errorFrac()).isEqualTo(-0.25);
        assertThat(new StepPart("host", 4, 5).errorFrac()).isEqualTo(0.25);
        assertThat(new StepPart("host", 0, 5).errorFrac()).isNaN();
        assertThat(new StepPart("host", Double.NaN, 5).errorFrac()).isNaN();
    }
}

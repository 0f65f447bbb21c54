// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.link.Recording;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
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

    private static CollectiveMatch match(CollectiveMatch.Member... members) {
        return new CollectiveMatch("0", 0, CollectiveType.ALL_REDUCE, List.of(members), List.of(), true, true);
    }

    private static CollectiveMatch.Member member(int rank, long start, long duration, long waiting) {
        return new CollectiveMatch.Member(rank, 0, start, duration, waiting, 0);
    }

    /** Two messages of 5 us each after a wait of 2, as kernels of 12 us on both ranks, and one of a second kernel of rank 1. */
    @Test
    void messagesOfOneConnectionInAKernelCountOnce() {
        CollectiveMatch.Member send = new CollectiveMatch.Member(0, 3, 0, 12_000, 2_000, 0);
        CollectiveMatch.Member receive = new CollectiveMatch.Member(1, 4, 2_000, 10_000, 0, 0);
        CollectiveMatch.Member other = new CollectiveMatch.Member(1, 5, 2_000, 11_000, 0, 0);
        List<StepPart> parts = parts(
                twoSteps(),
                message(send, receive),
                message(send, receive),
                message(send, other),
                message(receive, send));
        // Of rank 0 the kernel once in each direction; of rank 1 the first kernel in each direction, and the second.
        assertThat(parts.get(0).measuredMs()).isEqualTo((2 * 0.010 + 2 * 0.010 + 0.011) / 2, within(1e-12));
    }

    private static CollectiveMatch message(CollectiveMatch.Member from, CollectiveMatch.Member to) {
        return new CollectiveMatch("0", 0, CollectiveType.SEND, List.of(from, to), List.of(), true, true);
    }

    private List<StepPart> parts(List<StepActivity> steps, CollectiveMatch... matches) {
        Recording.alone()
                .thread(2, 1)
                .op(10, "aten::mm", 2, 1, 5, 10)
                .op(11, "aten::add_", 2, 1, 25, 20)
                .job()
                .load(dir);
        Traces traces = Traces.load(dir);
        SimulationResult run =
                traces.link().toEt().repair().simulate(Topology.ring(1)).result();
        return StepPart.of(traces.set(), steps, new CollectiveMatches(List.of(matches), Report.empty()), run);
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
        List<StepPart> parts = parts(
                twoSteps(),
                match(member(0, 1_000, 10_000, 3_000), member(1, 4_000, 7_000, 0)),
                match(member(0, 1_000, 2_000, 3_000), member(1, 4_000, 0, 0)),
                match(member(0, 1_000, 50_000, 0)),
                match(member(0, LinkedRank.UNTIMED, 60_000, 0), member(1, 1_000, 70_000, 0)));
        assertThat(parts.get(0).measuredMs()).isEqualTo(0.007, within(1e-12));
    }

    @Test
    void withoutStepsNothingIsMeasured() {
        assertThat(parts(List.of(), match(member(0, 0, 10, 0), member(1, 0, 10, 0))))
                .allSatisfy(part -> assertThat(part.measuredMs()).isNaN());
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedSet;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.TransferTimes;
import org.etude.topology.graph.LogicalTopology;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;

/**
 * Two ranks whose hosts work for 1000 ns, as recorded next to a transfer of gloo, then for 300 ns; a transfer takes 200
 * ns. At half the pace the first work is 500 ns of its own, of which 100 fit into the transfer: it ends at 600.
 */
class HostWorkRangeTest {
    private static final long HALF = 500_000;
    private static final long QUARTER = 250_000;
    private static final long ALWAYS = 1_000_000;
    private static final long TRANSFER_NS = 200;
    private static final String WHY =
            "%.1f %% of the host's work was slowed by transfers, compared with the same work without"
                    + " them; %.1f %% was recorded next to transfers only, so that its own speed is known in part";

    private final List<EtGraph> ranks = new ArrayList<>();

    private static EtGraphBuilder begin(
            EtGraphBuilder out, long id, EtNodeType type, long start, long nanos, long... deps) {
        out.begin(id, "n" + id, type, 0, 1);
        out.dependencies(new long[0], deps);
        out.bool(EtNames.IS_CPU_OP, type == EtNodeType.COMP);
        out.int64(EtNames.START_NS, start);
        out.int64(EtNames.DURATION_NS, nanos);
        return out;
    }

    private void rank(long pace, long slowest) {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        begin(out, 1, EtNodeType.COMP, 0, 1000);
        if (pace > 0) {
            out.int64(EtNames.PACE_PPM, pace).int64(EtNames.SLOWED_PPM, ALWAYS);
        }
        if (slowest > 0) {
            out.int64(EtNames.SLOWEST_PPM, slowest);
        }
        out.end();
        begin(out, 2, EtNodeType.COMP, 1000, 300, 1).end();
        begin(out, 3, EtNodeType.COMM_COLL, 0, TRANSFER_NS)
                .int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number())
                .int64(EtNames.COMM_SIZE, 64)
                .string(EtNames.BACKEND, "gloo")
                .end();
        ranks.add(out.build());
    }

    private static TransferTimes always() {
        return new TransferTimes() {
            @Override
            public Answer of(String type, int size, long bytes, String backend) {
                return Answer.same(TRANSFER_NS, "");
            }

            @Override
            public String digest() {
                return "";
            }
        };
    }

    private SimulationResult run() {
        EtSet set = new EtSet("w", List.copyOf(ranks), CommGroups.none(), Report.empty());
        Scenario scenario = Scenario.of(set, LogicalTopology.fitting(ranks.size()));
        return Simulator.run(scenario.options(scenario.options().times(always())));
    }

    private TraceSet traces(StepWindow... steps) {
        List<RankTrace> all = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            all.add(new RankTrace(rank, null, null, 0, List.of(steps)));
        }
        return new TraceSet("t", all, all.size(), Report.empty());
    }

    private Optional<RangeCause> range() {
        SimulationResult run = run();
        return HostWorkRange.of(traces(), run, PredictedSteps.of(traces(), run));
    }

    private static void check(Optional<RangeCause> range, double low, double high, double known, double unknown) {
        assertThat(range).hasValueSatisfying(cause -> {
            assertThat(cause.cause()).isEqualTo("host work next to transfers");
            assertThat(cause.lowFrac()).isEqualTo(low, within(1e-12));
            assertThat(cause.highFrac()).isEqualTo(high, within(1e-12));
            assertThat(cause.evidence()).isEqualTo(String.format(Locale.ROOT, WHY, known, unknown));
        });
    }

    /** Steps of 900 ns; of 1300 if what was recorded was not slowed. */
    @Test
    void workOfKnownPaceMayNotHaveBeenSlowed() {
        rank(HALF, 0);
        rank(HALF, 0);
        check(range(), 0, 1300 / 900.0 - 1, 100 * 1000 / 1300.0, 0);
    }

    /** At a quarter, 250 ns of its own, of which 50 fit into the transfer: it ends at 400, the step at 700. */
    @Test
    void workOfUnknownPaceMayHaveBeenSlowedMost() {
        rank(HALF, QUARTER);
        rank(HALF, QUARTER);
        check(range(), 700 / 900.0 - 1, 1300 / 900.0 - 1, 0, 100 * 1000 / 1300.0);
    }

    /** Sums over both ranks, 900 and 1300 ns, then 1300 twice; the second has no pace, and none is slowest. */
    @Test
    void ranksAreSummed() {
        rank(HALF, 0);
        rank(0, 0);
        check(range(), 0, 2600 / 2200.0 - 1, 100 * 1000 / 2600.0, 0);
    }

    /** As for the second rank alone: 700 instead of 900 at the slowest, which the first one's 900 joins. */
    @Test
    void onlyWorkOfUnknownPaceIsSlowedMost() {
        rank(HALF, 0);
        rank(HALF, QUARTER);
        check(range(), 1600 / 1800.0 - 1, 2600 / 1800.0 - 1, 100 * 1000 / 2600.0, 100 * 1000 / 2600.0);
    }

    /** What the recording took for as fast as ever cannot have been faster: both ends are 0. */
    @Test
    void aPaceThatIsTheUsualOneGivesNoRange() {
        rank(ALWAYS, 0);
        rank(ALWAYS, 0);
        check(range(), 0, 0, 100 * 1000 / 1300.0, 0);
    }

    @Test
    void thereIsNoneWhereNothingWasSlowedOrNoStepWasFound() {
        rank(0, 0);
        rank(0, 0);
        assertThat(range()).isEmpty();
        ranks.clear();
        rank(HALF, 0);
        rank(HALF, 0);
        assertThat(HostWorkRange.of(traces(), run(), List.of())).isEmpty();
    }

    /** The marks at 0, 1000 and 1300 ns are where the simulated host begins its first work, its second, and is through. */
    @Test
    void marksAreWhereTheSimulatedHostReachesTheirWork() {
        rank(HALF, 0);
        rank(HALF, 0);
        SimulationResult run = run();
        TraceSet marked = traces(new StepWindow(4, 0, 1000), new StepWindow(5, 1000, 1300));
        assertThat(PredictedSteps.of(marked, run))
                .containsExactly(
                        new PredictedStep(0, 4, 1000, 0, 600),
                        new PredictedStep(0, 5, 300, 600, 300),
                        new PredictedStep(1, 4, 1000, 0, 600),
                        new PredictedStep(1, 5, 300, 600, 300));
        assertThat(PredictedSteps.of(traces(), run))
                .as("without marks, the whole of it")
                .containsExactly(new PredictedStep(0, -1, 1300, 0, 900), new PredictedStep(1, -1, 1300, 0, 900));
        List<SimulatedParts> parts = SimulatedParts.of(marked, run);
        assertThat(parts)
                .extracting(SimulatedParts::rank, SimulatedParts::steps)
                .containsExactly(tuple(0, 2), tuple(1, 2));
        assertThat(parts).allSatisfy(part -> assertThat(part.sum().wallNanos()).isEqualTo(900));
    }

    /** Of recordings with fewer ranks than the run, the others have no steps: their whole run is used. */
    @Test
    void ranksThatWereNotRecordedHaveNoSteps() {
        rank(HALF, 0);
        rank(HALF, 0);
        SimulationResult run = run();
        TraceSet one = new TraceSet("t", List.of(new RankTrace(7, null, null, 0, List.of())), 1, Report.empty());
        assertThat(PredictedSteps.of(one, run)).containsExactly(new PredictedStep(7, -1, 1300, 0, 900));
        assertThat(SimulatedParts.of(one, run)).extracting(SimulatedParts::rank).containsExactly(7, 1);
    }

    private Optional<StepRange> stepRange(SimulationResult run, StepWindow... steps) {
        return StepRange.of(traces(steps), run, PredictedSteps.of(traces(steps), run));
    }

    private static void check(RangeCause cause, String name, double low, double high) {
        assertThat(cause.cause()).isEqualTo(name);
        assertThat(cause.lowFrac()).isEqualTo(low, within(1e-12));
        assertThat(cause.highFrac()).isEqualTo(high, within(1e-12));
    }

    /** Over gloo another recording differs by 15 %; steps of 1000 and 300 ns scatter by 350 x sqrt 2 of 650. */
    @Test
    void theRangeOfAStepIsHostWorkPlusTheLargerOfTheOthers() {
        rank(HALF, QUARTER);
        rank(HALF, QUARTER);
        SimulationResult run = run();
        List<RangeCause> one = stepRange(run).orElseThrow().causes();
        assertThat(one).hasSize(3);
        check(one.get(0), "host work next to transfers", 700 / 900.0 - 1, 1300 / 900.0 - 1);
        check(one.get(1), "another recording", -0.15, 0.15);
        check(one.get(2), StepRange.TOGETHER, 700 / 900.0 - 1.15, 1300 / 900.0 - 0.85);
        double scatter = 350 * Math.sqrt(2) / 650;
        List<RangeCause> two = stepRange(run, new StepWindow(4, 0, 1000), new StepWindow(5, 1000, 1300))
                .orElseThrow()
                .causes();
        assertThat(two).hasSize(4);
        check(two.get(2), "recorded steps", -scatter, scatter);
        check(two.get(3), StepRange.TOGETHER, 700 / 900.0 - 1 - scatter, 1300 / 900.0 - 1 + scatter);
    }

    /** Without a backend on the host, repeated recordings are not known to differ; with one step nothing is known. */
    @Test
    void withoutABackendOnlyTheStepsThemselvesScatter() {
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        begin(out, 1, EtNodeType.COMP, 0, 100).end();
        begin(out, 2, EtNodeType.COMP, 100, 300, 1).end();
        ranks.add(out.build());
        SimulationResult run = run();
        List<RangeCause> none = stepRange(run).orElseThrow().causes();
        assertThat(none).hasSize(1);
        check(none.get(0), StepRange.TOGETHER, 0, 0);
        List<RangeCause> two = stepRange(run, new StepWindow(1, 0, 100), new StepWindow(2, 100, 400))
                .orElseThrow()
                .causes();
        double scatter = 100 * Math.sqrt(2) / 200;
        assertThat(two).hasSize(2);
        check(two.get(0), "recorded steps", -scatter, scatter);
        check(two.get(1), StepRange.TOGETHER, -scatter, scatter);
    }

    @Test
    void aRunThatIsNoPredictionOfTheJobHasNoRange() {
        rank(HALF, 0);
        rank(HALF, 0);
        SimulationResult run = run();
        assertThat(StepRange.of(traces(), run, List.of())).isEmpty();
        TraceSet one = new TraceSet("t", List.of(new RankTrace(0, null, null, 0, List.of())), 1, Report.empty());
        assertThat(StepRange.of(one, run, PredictedSteps.of(one, run)))
                .as("of more ranks than recorded")
                .isEmpty();
        SimulationResult recorded =
                Simulator.run(run.scenario().options(run.scenario().options().fidelity(Fidelity.RECORDED)));
        assertThat(StepRange.of(traces(), recorded, PredictedSteps.of(traces(), recorded)))
                .as("on the network of the recording")
                .isEmpty();
    }

    /** Each rank's transfer takes 200 ns in one step, hidden by its host's work; without ops it is not known. */
    @Test
    void simulatedTransfersAreMeansOverRanksAndSteps() {
        rank(HALF, 0);
        rank(HALF, 0);
        SimulationResult run = run();
        CollectiveMatches none = new CollectiveMatches(List.of(), Report.empty());
        LinkedSet linked = new LinkedSet(traces(), List.of(), List.of(), Report.empty(), Optional.of(none));
        List<StepPart> parts = StepPart.of(linked, List.of(), none, run);
        assertThat(parts.get(0).part()).isEqualTo(StepPart.MATCHED_TRANSFERS);
        assertThat(parts.get(0).simulatedMs()).isEqualTo(200 / 1e6, within(1e-15));
        assertThat(parts.stream().skip(1).mapToDouble(StepPart::simulatedMs).sum())
                .as("the parts of the step")
                .isEqualTo(900 / 1e6, within(1e-15));
        SimulationResult plain =
                Simulator.run(run.scenario().options(run.scenario().options().record()));
        List<StepPart> unknown = StepPart.of(linked, List.of(), none, plain);
        assertThat(unknown.get(0).simulatedMs()).isNaN();
        assertThat(unknown.stream().skip(1).mapToDouble(StepPart::simulatedMs).sum())
                .as("of the whole run")
                .isEqualTo(900 / 1e6, within(1e-15));
    }
}

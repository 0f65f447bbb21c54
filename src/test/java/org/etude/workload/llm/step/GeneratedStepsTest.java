// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Bandwidth.gbps;
import static org.etude.unit.Time.ns;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.check.EtValidator;
import org.etude.report.Progress;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.parallel.FreeCommunication;
import org.etude.workload.parallel.StepTimes;

/** Steps of every kind of split are sound traces, and take as long added up as simulated. */
class GeneratedStepsTest {
    /** Recomputation of none, of selected parts, of whole layers, of runs of layers, and of the first layers. */
    private static LlmSettings recomputing(LlmSettings step, int kind) {
        return switch (kind) {
            case 1 -> step.recompute("selective");
            case 2 -> step.recompute("full");
            case 3 -> step.recompute("uniform", 2);
            case 4 -> step.recompute("block", 1);
            default -> step;
        };
    }

    private static LlmStep step(int pp, int chunks, int layers, int again, int cp, boolean split) {
        return gpt(p -> {
            recomputing(p, split && again > 1 ? 0 : again)
                    .world(2 * pp * cp)
                    .pp(pp)
                    .cp(cp, "p2p")
                    .layers(Math.max(layers, pp * chunks - 2))
                    .globalBatch(2 * Steps.BATCH * 2 * pp)
                    .gpu("H100")
                    .distributedOptimizer();
            if (split) {
                p.schedule("zb-h1");
            } else if (pp > 1) {
                p.interleaved(chunks);
            }
        });
    }

    /** On a network that costs next to nothing: schedules, uneven chunks, layers computed again, shared sequences. */
    @Property(tries = 40)
    void addedUpTheyTakeAsLongAsSimulated(
            @ForAll @IntRange(min = 1, max = 4) int pp,
            @ForAll @IntRange(min = 1, max = 3) int chunks,
            @ForAll @IntRange(min = 4, max = 11) int layers,
            @ForAll @IntRange(max = 4) int again,
            @ForAll @IntRange(min = 1, max = 2) int cp,
            @ForAll boolean split) {
        LlmStep step = step(pp, split ? 1 : chunks, layers, again, cp, split);
        Simulation run = Workload.of(step.write(Progress.NONE))
                .simulate(
                        Topology.fullyConnected(2 * pp * cp)
                                .bandwidth(gbps(800_000_000))
                                .latency(ns(1)),
                        s -> s.fidelity(Fidelity.ANALYTIC).singleStream(false));
        StepTimes times = step.times(FreeCommunication.TIMES, 0);
        assertThat(times.step()).isCloseTo(run.stepTime().toNanos(), Percentage.withPercentage(0.1));
    }

    private static LlmStep runningAhead(int pp, int layers, boolean again, double host) {
        return gpt(p -> p.recompute(again ? "full" : "none")
                .set(LlmOption.FRAME, "torchtitan")
                .set(LlmOption.HOST_US, host)
                .world(pp)
                .pp(pp)
                .layers(Math.max(layers, pp))
                .globalBatch(Steps.BATCH * 2 * pp)
                .gpu("H100"));
    }

    /** Whether the host sets the pace or the GPU; without copies, whose collectives cost something on this network too. */
    @Property(tries = 40)
    void withAHostThatRunsAheadTheyTakeAsLongAsSimulated(
            @ForAll @IntRange(min = 2, max = 4) int pp,
            @ForAll @IntRange(min = 4, max = 11) int layers,
            @ForAll boolean again,
            @ForAll @IntRange(min = 1, max = 300) int host) {
        LlmStep step = runningAhead(pp, layers, again, host);
        Simulation run = Workload.of(step.write(Progress.NONE))
                .simulate(
                        Topology.fullyConnected(pp).bandwidth(gbps(800_000_000)).latency(ns(1)),
                        s -> s.fidelity(Fidelity.ANALYTIC).singleStream(false));
        assertThat(step.times(FreeCommunication.TIMES, 0).step())
                .isCloseTo(run.stepTime().toNanos(), Percentage.withPercentage(0.1));
    }

    /** What etude validate says of the traces. */
    @Property(tries = 40)
    void theTracesAreSound(
            @ForAll @IntRange(min = 1, max = 4) int pp,
            @ForAll @IntRange(min = 1, max = 3) int chunks,
            @ForAll @IntRange(min = 4, max = 11) int layers,
            @ForAll @IntRange(max = 4) int again,
            @ForAll @IntRange(min = 1, max = 2) int cp,
            @ForAll boolean split) {
        LlmStep step = step(pp, split ? 1 : chunks, layers, again, cp, split);
        assertThat(EtValidator.check(step.write(Progress.NONE), Progress.NONE).findings())
                .filteredOn(row -> !row.effect().startsWith("ASTRA-sim never finishes this job"))
                .isEqualTo(List.of());
    }
}

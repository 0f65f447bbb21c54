// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Bandwidth.gbps;
import static org.etude.unit.Time.ns;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.assertj.core.data.Percentage;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.et.check.EtValidator;
import org.etude.et.wire.EtSet;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.spec.Fidelity;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.parallel.FreeCommunication;

/** All options of the generator drawn together: a job is refused with a reason, or its traces are sound and run on every network. */
@Tag("campaign")
class RandomJobsProperties {
    @SafeVarargs
    private static <T> T any(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    private static void split(LlmSettings p, Random random) {
        int tp = any(random, 1, 1, 2, 4);
        int pp = any(random, 1, 2, 4);
        int cp = any(random, 1, 1, 2);
        int dp = any(random, 1, 2, 4);
        p.world(tp * pp * cp * dp).tp(tp).pp(pp).gpu("H100");
        p.globalBatch(Steps.BATCH * dp * pp * any(random, 2, 3, 4));
        if (cp > 1) {
            p.cp(cp, any(random, "p2p", "a2a", "all_gather"));
        }
        if (tp > 1 && random.nextBoolean()) {
            p.sequenceParallel();
            if (random.nextBoolean()) {
                p.overlapTensor();
            }
        }
        if (random.nextInt(3) == 0) {
            experts(p, random, dp * cp * tp);
        }
        if (pp > 1) {
            schedule(p, random);
        }
    }

    private static void experts(LlmSettings p, Random random, int most) {
        p.sequenceParallel().set(LlmOption.MOE, true).set(LlmOption.EXPERTS, 8).set(LlmOption.TOP_K, 2);
        p.ep(Math.min(any(random, 1, 2, 4, 8), most)).set(LlmOption.EXPERT_TENSOR, any(random, 0, 1));
        switch (random.nextInt(4)) {
            case 0 -> p.overlapExperts();
            case 1 -> p.expertGroups(4, 2);
            case 2 -> p.expertLoads("zipf:0.7");
            default -> p.set(LlmOption.SHARED_EXPERTS, 1);
        }
    }

    private static void schedule(LlmSettings p, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> p.schedule("gpipe");
            case 1 -> p.schedule("zb-h1");
            case 2 -> p.schedule("dualpipe");
            case 3 -> p.schedule("dualpipev");
            case 4 -> p.interleaved(2);
            default -> p.set(LlmOption.FIRST_LAYERS, any(random, 1, 2));
        }
    }

    private static void rest(LlmSettings p, Random random) {
        switch (random.nextInt(5)) {
            case 0 -> p.distributedOptimizer().overlapGradients();
            case 1 -> p.zero(3);
            case 2 -> p.zero(3).instances(2);
            case 3 -> p.zero(2);
            default -> p.distributedOptimizer();
        }
        switch (random.nextInt(6)) {
            case 0 -> p.recompute("full");
            case 1 -> p.recompute("block", 1);
            case 2 -> p.recompute("selective");
            case 3 -> p.multiTokenPrediction(1);
            case 4 -> p.adapters(4);
            default -> p.flashAttention();
        }
        p.set(LlmOption.DTYPE, any(random, "bfloat16", "float16", "fp8"));
    }

    private static Optional<LlmStep> step(long seed) {
        try {
            return Optional.of(gpt(p -> {
                Random random = new Random(seed);
                split(p, random);
                rest(p, random);
            }));
        } catch (EtudeException e) {
            assertThat(e.getMessage()).as("a reason").hasSizeGreaterThan(20);
            return Optional.empty();
        }
    }

    private static Optional<EtSet> traces(LlmStep step) {
        try {
            return Optional.of(step.write(Progress.NONE));
        } catch (EtudeException e) {
            assertThat(e.getMessage()).as("a reason").hasSizeGreaterThan(20);
            return Optional.empty();
        }
    }

    private static double nanos(EtSet set, Fidelity fidelity, double gbps) {
        Simulation run = Workload.of(set)
                .simulate(
                        Topology.fullyConnected(set.ranks().size())
                                .bandwidth(gbps(gbps))
                                .latency(ns(1)),
                        s -> s.fidelity(fidelity).record());
        assertThat(run.isComplete()).as("%s", fidelity).isTrue();
        return run.stepTime().toNanos();
    }

    @Property(tries = 150)
    void jobsAreRefusedOrRunOnEveryNetworkAndAreNeverFasterThanTheirWork(@ForAll long seed) {
        Optional<LlmStep> step = step(seed);
        Optional<EtSet> set = step.flatMap(RandomJobsProperties::traces)
                .filter(traces -> traces.ranks().size() > 1);
        Statistics.label("job")
                .collect(set.isPresent() ? "runs" : "is refused or has one rank")
                .coverage(c -> c.check("runs").percentage(p -> p > 25));
        if (set.isEmpty()) {
            return;
        }
        assertThat(EtValidator.check(set.get(), Progress.NONE).findings())
                .filteredOn(row -> !row.effect().startsWith("ASTRA-sim never finishes this job"))
                .isEmpty();
        assertThat(step.get().memory().stages())
                .allMatch(stage -> stage.weights().value() > 0);
        double work = step.get().times(FreeCommunication.TIMES, 0).step();
        double free = nanos(set.get(), Fidelity.ANALYTIC, 800_000_000);
        assertThat(work).isCloseTo(free, Percentage.withPercentage(1));
        for (Fidelity network : new Fidelity[] {Fidelity.ANALYTIC, Fidelity.AWARE}) {
            assertThat(nanos(set.get(), network, 100)).as("%s", network).isGreaterThanOrEqualTo(free * 0.999);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.sim.symmetry.SameResults;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimOptions.Symmetry;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every golden case gives the same result to the last bit whether it is reduced by symmetry or not, and whether rounds are skipped. */
@Tag("campaign")
class SymmetryGoldenTest {
    /** Cases with one trace for all ranks that are reduced today; fewer would be a regression. */
    private static final Map<String, Integer> LEAST_REDUCED = Map.of("open", 285, "upstream", 10);

    /** Cases in which rounds are skipped today while every rank is simulated. */
    private static final Map<String, Integer> LEAST_SKIPPED = Map.of("open", 100, "upstream", 30);

    private final Map<String, Integer> refusals = new TreeMap<>();
    private int reduced;
    private int symmetric;
    private int skipped;

    @TestFactory
    Stream<DynamicTest> foldedIsEqual() {
        return Stream.of("open", "upstream")
                .map(name -> Shared.dir("golden", "astra", name))
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> folder(folder)));
    }

    private void folder(Path folder) throws IOException {
        reduced = 0;
        symmetric = 0;
        skipped = 0;
        refusals.clear();
        AstraLayout layout = new AstraLayout();
        try (Stream<Path> cases = Files.list(folder)) {
            for (Path dir : cases.filter(layout::holds).sorted().toList()) {
                twins(dir);
            }
        }
        System.out.println(folder.getFileName() + ": " + reduced + " cases reduced of " + symmetric
                + " with one trace for all ranks that run to their end; " + refusals
                + "; rounds skipped in " + skipped);
        assertThat(skipped)
                .isGreaterThanOrEqualTo(LEAST_SKIPPED.get(folder.getFileName().toString()));
        assertThat(reduced)
                .isGreaterThanOrEqualTo(LEAST_REDUCED.get(folder.getFileName().toString()));
    }

    private void twins(Path dir) {
        Scenario scenario;
        SimulationResult plain;
        try {
            scenario = new AstraCase(dir).scenario();
            plain = run(scenario, Symmetry.EXHAUSTIVE, Recording.values());
            rounds(scenario, dir);
        } catch (EtudeException e) {
            return; // What cannot be run cannot be reduced.
        }
        boolean one =
                scenario.ranks().stream().allMatch(r -> r == scenario.ranks().get(0));
        symmetric += one ? 1 : 0;
        Optional<SimulationResult> all = SameResults.reduced(keeping(scenario, Symmetry.AUTO, Recording.values()));
        if (all.isEmpty()) {
            if (one) {
                String reason = SameResults.refusal(keeping(scenario, Symmetry.AUTO, Recording.values()));
                refusals.merge(reason.replaceAll("[0-9]+ ns", "T"), 1, Integer::sum);
            }
            return;
        }
        reduced++;
        // Only without the list of messages are rounds skipped.
        Scenario skipping = keeping(scenario, Symmetry.AUTO, Recording.OPS, Recording.COLLECTIVES);
        try {
            SameResults.check(all.get(), plain);
            SameResults.check(
                    SameResults.reduced(skipping).orElseThrow(),
                    run(scenario, Symmetry.EXHAUSTIVE, Recording.OPS, Recording.COLLECTIVES));
        } catch (AssertionError e) {
            throw new AssertionError(dir.getFileName() + ": " + e.getMessage(), e);
        }
    }

    /** Equal rounds may be skipped whether ranks are simulated individually or not. */
    private void rounds(Scenario scenario, Path dir) {
        SimulationResult singly = run(scenario, Symmetry.EXHAUSTIVE, Recording.OPS, Recording.COLLECTIVES);
        SimulationResult skipping = run(scenario, Symmetry.OFF, Recording.OPS, Recording.COLLECTIVES);
        skipped += skipping.events() < singly.events() ? 1 : 0;
        try {
            SameResults.check(skipping, singly);
        } catch (AssertionError e) {
            throw new AssertionError(dir.getFileName() + ", rounds skipped: " + e.getMessage(), e);
        }
    }

    private static Scenario keeping(Scenario scenario, Symmetry symmetry, Recording... kept) {
        return scenario.options(scenario.options().symmetry(symmetry).record(kept));
    }

    private static SimulationResult run(Scenario scenario, Symmetry symmetry, Recording... kept) {
        return Simulator.run(keeping(scenario, symmetry, kept));
    }
}

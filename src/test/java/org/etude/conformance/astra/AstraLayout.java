// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.conformance.model.SingleCaseLayout;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;

/**
 * Cases of the analytical backends: case.json, expected.json and optionally messages.csv. Where the reference aborted, hung
 * or finished fewer ranks than there are, a full result or a diagnosis is right, and what it did print is compared with a
 * run in compat.
 */
public final class AstraLayout implements SingleCaseLayout {
    /** Makes the layout. */
    public AstraLayout() {}

    @Override
    public boolean holds(Path directory) {
        Path inputs = directory.resolve("case.json");
        if (!Files.exists(inputs) || !Files.exists(directory.resolve("expected.json"))) {
            return false;
        }
        JsonNode tree = AstraCase.json(inputs);
        return tree.has("backend") && tree.has("network") && tree.has("system") && tree.has("workload");
    }

    @Override
    public List<String> differences(Path directory) {
        AstraCase inputs = new AstraCase(directory);
        AstraExpectation expected = new AstraExpectation(directory);
        boolean whole = expected.finished() == inputs.npus();
        List<String> differences = new ArrayList<>();
        SimulationResult strict = null;
        try {
            strict = Simulator.run(inputs.scenario());
        } catch (EtudeException e) {
            if (whole) {
                // What strict refuses with a reason, compat must still run to the reference's numbers.
                compareCompat(inputs, expected, differences);
            }
        }
        if (strict != null && whole) {
            expected.compare(strict, differences);
        } else if (strict != null && !strict.complete()) {
            differences.add("neither a full result nor a diagnosis: " + strict.stopped());
        } else if (!whole && expected.exitedWithZero() && !inputs.leftToChance()) {
            compareCompat(inputs, expected, differences);
        }
        return differences;
    }

    private static SimulationResult compat(AstraCase inputs) {
        Scenario scenario = inputs.scenario();
        return Simulator.run(scenario.options(scenario.options().compat(true)));
    }

    private static void compareCompat(AstraCase inputs, AstraExpectation expected, List<String> differences) {
        try {
            SimulationResult result = compat(inputs);
            expected.compare(result, differences);
        } catch (EtudeException e) {
            differences.add(
                    "compat failed: " + e.getMessage().lines().findFirst().orElse(""));
        }
    }
}

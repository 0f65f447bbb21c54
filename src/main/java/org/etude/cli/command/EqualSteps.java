// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Says so when no network of a sweep changes the step. */
final class EqualSteps {
    private static final String TEXT =
            "The step takes as long on every network, so something other than communication sets its"
                    + " pace ('etude simulate' says what). comm_ms and exposed_comm_ms show how the networks differ.";

    private EqualSteps() {}

    /** The sentence, unless a network changes a step or there is only one network. */
    static Optional<String> note(Table sweep) {
        Map<String, Set<Double>> steps = new LinkedHashMap<>();
        Map<String, Integer> networks = new LinkedHashMap<>();
        for (Row row : sweep) {
            if (row.getString("status").equals("done")) {
                String run = row.getString("scale") + '\n' + row.getString("variant");
                steps.computeIfAbsent(run, key -> new TreeSet<>()).add(row.getDouble("step_ms"));
                networks.merge(run, 1, Integer::sum);
            }
        }
        boolean equal = steps.values().stream().allMatch(times -> times.size() == 1);
        boolean several = networks.values().stream().anyMatch(count -> count > 1);
        return equal && several ? Optional.of(TEXT) : Optional.empty();
    }
}

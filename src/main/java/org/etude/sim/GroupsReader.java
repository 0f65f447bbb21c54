// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.config.JsonWhole;
import org.etude.et.wire.CommGroups;
import org.etude.sim.spec.JsonFiles;
import org.etude.spec.SimulationException;

/** Reads ASTRA-sim's communicator-group file: {@code {"1": [0, 1], ...}}. */
public final class GroupsReader {
    private GroupsReader() {}

    /**
     * Reads a file.
     *
     * @throws SimulationException when it cannot be read or is invalid
     */
    public static CommGroups read(Path file) {
        return of(JsonFiles.read(file, "a communicator-group file"), file.toString());
    }

    /** Reads a parsed document; {@code where} names it in errors. */
    public static CommGroups of(JsonNode tree, String where) {
        if (!tree.isObject()) {
            throw new SimulationException(where + ": is not a JSON object", "Write {\"1\": [0, 1], ...}.");
        }
        Map<Integer, List<Integer>> groups = new HashMap<>();
        tree.fields().forEachRemaining(e -> {
            if (!e.getKey().matches("[0-9]{1,9}")
                    || e.getKey().matches("0+")
                    || !e.getValue().isArray()) {
                throw new SimulationException(
                        where + ": group \"" + e.getKey() + "\" is not a positive number with a list of ranks",
                        "Write {\"1\": [0, 1], ...}.");
            }
            List<Integer> ranks = new ArrayList<>();
            e.getValue().forEach(rank -> ranks.add(JsonWhole.orElse(rank, -1)));
            groups.put(Integer.parseInt(e.getKey()), ranks);
        });
        return CommGroups.of(groups);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.List;
import java.util.Map;

/**
 * The dump of one rank.
 *
 * @param rank its global rank, from the file name
 * @param file where it was read from
 * @param version of the format, such as 2.4
 * @param entries the records, oldest first
 * @param groups global ranks of each known process group, by name
 * @param progress how far the rank came in a process group, by name; of groups whose counters are known
 */
public record FlightDump(
        int rank,
        String file,
        String version,
        List<FlightEntry> entries,
        Map<String, List<Integer>> groups,
        Map<String, FlightProgress> progress) {
    /** Copies the collections. */
    public FlightDump {
        entries = List.copyOf(entries);
        groups = Map.copyOf(groups);
        progress = Map.copyOf(progress);
    }

    /** Whether older records were overwritten. */
    public boolean hasLost() {
        return !entries.isEmpty() && entries.get(0).record() > 0;
    }
}

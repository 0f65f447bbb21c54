// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.et.graph.EtException;

/**
 * Communicator groups by number, as in the JSON file next to the execution traces: {@code {"1": [0, 1], ...}}. Numbers
 * are positive; the whole job is the group "0" or "" and is never listed. Ranks are in ring order.
 *
 * @param groups ranks by group number
 */
public record CommGroups(SortedMap<Integer, List<Integer>> groups) {
    /** Copies. */
    public CommGroups {
        TreeMap<Integer, List<Integer>> copy = new TreeMap<>();
        groups.forEach((id, ranks) -> copy.put(id, List.copyOf(ranks)));
        groups = Collections.unmodifiableSortedMap(copy);
    }

    /** No groups except the whole job. */
    public static CommGroups none() {
        return new CommGroups(new TreeMap<>());
    }

    /**
     * Reads the JSON file.
     *
     * @throws EtException when it cannot be read or a group is invalid
     */
    public static CommGroups read(Path file) {
        return CommGroupsJson.read(file);
    }

    /**
     * Writes the JSON file, groups ascending.
     *
     * @throws EtException when it cannot be written
     */
    public void write(Path file) {
        CommGroupsJson.write(this, file);
    }

    /** Groups from a map. */
    public static CommGroups of(Map<Integer, List<Integer>> groups) {
        return new CommGroups(new TreeMap<>(groups));
    }
}

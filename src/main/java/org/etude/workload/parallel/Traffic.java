// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.Optional;
import org.etude.spec.CollectiveType;

/**
 * The communication of one rank of a stage in a step, by kind of group and collective.
 *
 * @param stage the stage
 * @param group the kind of group; empty for messages to the neighbouring stages
 * @param type the collective; empty for messages
 * @param ranks ranks of the group
 * @param count number of collectives, or of messages sent
 * @param bytes sum of their sizes: a rank's buffer, for an all-gather its share
 */
public record Traffic(
        int stage, Optional<Group> group, Optional<CollectiveType> type, int ranks, long count, long bytes) {
    /**
     * The minimum bytes that the rank must send (Thakur, Rabenseifner and Gropp 2005): an all-reduce 2 (n - 1) / n of
     * its size, a reduce-scatter or all-to-all (n - 1) / n, an all-gather n - 1.
     */
    public double sentBytes() {
        double others = ranks - 1.0;
        return type.map(collective -> switch (collective) {
                    case ALL_REDUCE -> 2 * others / ranks * bytes;
                    case ALL_GATHER -> others * bytes;
                    default -> others / ranks * bytes;
                })
                .orElse((double) bytes);
    }
}

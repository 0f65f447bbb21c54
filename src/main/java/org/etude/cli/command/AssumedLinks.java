// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.Topology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import tech.tablesaw.api.Row;

/** Says what the links of a sweep's networks are like when the command names no rates. */
final class AssumedLinks {
    private AssumedLinks() {}

    /** One line for all networks that agree; none without networks. */
    static Optional<String> note(List<Topology> networks) {
        if (networks.isEmpty()) {
            return Optional.empty();
        }
        String each = networks.stream()
                .collect(Collectors.groupingBy(
                        AssumedLinks::links, Collectors.mapping(Topology::toString, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(same -> same.getValue() + ": " + same.getKey())
                .sorted()
                .collect(Collectors.joining("; "));
        return Optional.of("Links, as neither --bandwidth nor --latency is given: " + each + ".");
    }

    private static String links(Topology network) {
        Set<String> kinds = new TreeSet<>();
        for (Row link : network.links()) {
            kinds.add(
                    Bandwidth.gbps(link.getDouble("bandwidth_gbps")) + " and " + Time.us(link.getDouble("latency_us")));
        }
        return String.join(" / ", kinds);
    }
}

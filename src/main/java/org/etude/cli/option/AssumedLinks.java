// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

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
public final class AssumedLinks {
    private AssumedLinks() {}

    /** One line for all networks of a known size, those that agree together; none without such networks. */
    public static Optional<String> note(List<TopologyArgument> networks) {
        String each = networks.stream()
                .filter(network -> !network.dependsOnRanks())
                .collect(Collectors.groupingBy(
                        network -> links(network.topology(0)),
                        Collectors.mapping(TopologyArgument::toString, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(same -> same.getValue() + ": " + same.getKey())
                .sorted()
                .collect(Collectors.joining("; "));
        return each.isEmpty()
                ? Optional.empty()
                : Optional.of("Links, as neither --bandwidth nor --latency is given: " + each + ".");
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

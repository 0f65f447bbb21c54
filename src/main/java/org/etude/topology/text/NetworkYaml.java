// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.etude.config.JsonFault;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;

/**
 * ASTRA-sim's network file: lists {@code topology}, {@code npus_count}, {@code bandwidth} (GB/s, meaning 2^30 bytes per
 * second) and {@code latency} (ns), one entry per dimension.
 */
public final class NetworkYaml {
    /** The largest rate in GiB/s that is finite in bytes per second. */
    private static final double MOST_RATE = 1e290;

    private static final Map<String, String> UNITS = Map.of(
            "bandwidth", "Give GB/s (2^30 bytes per second) without the unit: 50.",
            "latency", "Give ns without the unit: 500.");

    private NetworkYaml() {}

    /**
     * Reads a file.
     *
     * @throws TopologyException when it cannot be read or makes no sense
     */
    public static LogicalTopology read(Path file) {
        try {
            return parse(InputText.utf8(file), file.toString());
        } catch (IOException e) {
            throw new TopologyException(file + ": cannot be read: " + IoReason.of(e), "Give a network YAML file.");
        }
    }

    /** Parses a text; {@code where} names it in errors. */
    public static LogicalTopology parse(String text, String where) {
        try {
            return of(new YAMLMapper().readTree(text), where);
        } catch (JsonProcessingException e) {
            throw new TopologyException(
                    where + JsonFault.line(", ", e) + ": is not YAML: " + JsonFault.reason(e), "Correct the file.");
        }
    }

    /** Reads a parsed document; {@code where} names it in errors. */
    public static LogicalTopology of(JsonNode tree, String where) {
        JsonNode kinds = list(tree, "topology", where);
        int n = kinds.size();
        List<TopologyDim> dims = new ArrayList<>();
        for (int d = 0; d < n; d++) {
            DimKind kind = DimKind.of(kinds.get(d).asText());
            if (kind == null) {
                throw new TopologyException(
                        where + ": topology: \"" + kinds.get(d).asText() + "\" is unknown",
                        "Use Ring, FullyConnected or Switch.");
            }
            double npus = number(tree, "npus_count", d, n, where);
            double rate = number(tree, "bandwidth", d, n, where);
            double latency = number(tree, "latency", d, n, where);
            if (npus < 1 || npus != Math.rint(npus) || !(rate > 0) || rate > MOST_RATE || !(latency >= 0)) {
                throw new TopologyException(
                        where + ": dimension " + d + " has npus_count " + npus + ", bandwidth " + rate
                                + " GB/s, latency " + latency + " ns",
                        "Give a whole number from 1, a rate above 0 and a latency from 0.");
            }
            dims.add(new TopologyDim(kind, (int) npus, Bandwidth.gibibytesPerSecond(rate), latency));
        }
        return new LogicalTopology(dims);
    }

    private static JsonNode list(JsonNode tree, String key, String where) {
        JsonNode list = tree == null ? null : tree.get(key);
        if (list == null && tree != null && !tree.isEmpty() && tree.isObject()) {
            List<String> keys = new ArrayList<>();
            tree.fieldNames().forEachRemaining(keys::add);
            throw new TopologyException(
                    where + ": " + key + " is missing; its keys are " + String.join(", ", keys),
                    "Write " + key + ": [ ... ] with one entry per dimension.");
        }
        if (list == null || !list.isArray() || list.isEmpty()) {
            throw new TopologyException(
                    where + ": " + key + " is not a list with one entry per dimension",
                    "Write it as " + key + ": [ ... ].");
        }
        return list;
    }

    private static double number(JsonNode tree, String key, int dim, int dims, String where) {
        JsonNode list = list(tree, key, where);
        if (list.size() != dims) {
            throw new TopologyException(
                    where + ": " + key + " has " + list.size() + " entries but topology has " + dims,
                    "Give one entry per dimension in every list.");
        }
        if (!list.get(dim).isNumber()) {
            throw new TopologyException(
                    where + ": " + key + ": \"" + list.get(dim).asText() + "\" is not a number",
                    UNITS.getOrDefault(key, "Give a number."));
        }
        return list.get(dim).asDouble();
    }

    /** The text of the file. */
    public static String write(LogicalTopology topology) {
        return "topology: [ " + join(topology, d -> d.kind().wireName()) + " ]\n"
                + "npus_count: [ " + join(topology, d -> Integer.toString(d.npus())) + " ]\n"
                + "bandwidth: [ " + join(topology, d -> number(d.bandwidth().toGibibytesPerSecond())) + " ]  # GB/s\n"
                + "latency: [ " + join(topology, d -> number(d.latencyNs())) + " ]  # ns\n";
    }

    private static String join(LogicalTopology topology, Function<TopologyDim, String> part) {
        return topology.dims().stream().map(part).collect(Collectors.joining(", "));
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.1f", value)
                : Double.toString(value);
    }
}

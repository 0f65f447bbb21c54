// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;

/**
 * The files that ASTRA-sim's backends read: physical text ({@code nodes switches links}, switch ids, then one
 * full-duplex link per line), logical JSON ({@code {"logical-dims": ["4", "4"]}}), network YAML, and a system JSON
 * whose algorithms suit the network.
 */
public final class TopologyFiles {
    /** File name of the physical text. */
    public static final String PHYSICAL = "physical.txt";
    /** File name of the logical dimensions. */
    public static final String LOGICAL = "logical.json";
    /** File name of the network YAML for the analytical backends. */
    public static final String NETWORK = "network.yml";
    /** File name of the system JSON. */
    public static final String SYSTEM = "system.json";

    private static final double GIGA = 1e9;
    private static final double NS_PER_MS = 1e6;

    private TopologyFiles() {}

    /**
     * Writes all files into a directory, which is created if needed.
     *
     * @return the files written
     * @throws TopologyException when one cannot be written
     */
    public static List<Path> write(TopologySpec spec, Path directory) {
        Map<String, String> texts = texts(spec);
        List<Path> written = new ArrayList<>();
        texts.forEach((name, text) -> {
            Path file = directory.resolve(name);
            try {
                AtomicFiles.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new TopologyException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e));
            }
            written.add(file);
        });
        return written;
    }

    /** The texts of all files by file name. */
    public static Map<String, String> texts(TopologySpec spec) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(PHYSICAL, physical(spec.physical()));
        texts.put(LOGICAL, logical(spec.logical()));
        texts.put(NETWORK, NetworkYaml.write(spec.logical()));
        texts.put(SYSTEM, system(spec.logical()));
        return texts;
    }

    /** The physical text. */
    public static String physical(PhysicalTopology graph) {
        StringBuilder out = new StringBuilder(64 * graph.links().size());
        out.append(graph.nodes() + " " + graph.switches() + " " + graph.links().size() + "\n");
        for (int node = graph.hosts(); node < graph.nodes(); node++) {
            out.append(node).append(node + 1 < graph.nodes() ? " " : "");
        }
        out.append('\n');
        for (PhysicalTopology.Link link : graph.links()) {
            LinkSpec spec = link.spec();
            double gbps = spec.bandwidth().bytesPerSecond() * Byte.SIZE / GIGA;
            out.append(link.a() + " " + link.b() + " " + plain(gbps) + "Gbps " + plain(spec.latencyNs() / NS_PER_MS)
                    + "ms " + plain(spec.errorRate()) + "\n");
        }
        return out.toString();
    }

    private static String plain(double value) {
        return value == 0
                ? "0"
                : new BigDecimal(value)
                        .round(MathContext.DECIMAL64)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** The logical JSON. */
    public static String logical(LogicalTopology topology) {
        return "{\"logical-dims\": ["
                + topology.dims().stream().map(d -> "\"" + d.npus() + "\"").collect(Collectors.joining(", "))
                + "]}\n";
    }

    /**
     * A system JSON: LIFO, 4 splits, 1 active chunk, localBWAware; one ring per dimension, halving-doubling where a
     * dimension is a switch of a power of two of hosts, direct all-to-alls.
     */
    public static String system(LogicalTopology topology) {
        String reduce = topology.dims().stream().map(TopologyFiles::algorithm).collect(Collectors.joining(", "));
        String direct = String.join(", ", Collections.nCopies(topology.size(), "\"direct\""));
        return "{\n"
                + "  \"scheduling-policy\": \"LIFO\",\n"
                + "  \"endpoint-delay\": 10,\n"
                + "  \"active-chunks-per-dimension\": 1,\n"
                + "  \"preferred-dataset-splits\": 4,\n"
                + "  \"all-reduce-implementation\": [" + reduce + "],\n"
                + "  \"all-gather-implementation\": [" + reduce + "],\n"
                + "  \"reduce-scatter-implementation\": [" + reduce + "],\n"
                + "  \"all-to-all-implementation\": [" + direct + "],\n"
                + "  \"collective-optimization\": \"localBWAware\",\n"
                + "  \"local-mem-bw\": 540\n"
                + "}\n";
    }

    private static String algorithm(TopologyDim dim) {
        boolean power = Integer.bitCount(dim.npus()) == 1 && dim.npus() > 1;
        return dim.kind() == DimKind.SWITCH && power ? "\"halvingDoubling\"" : "\"ring\"";
    }

    /**
     * Reads the sizes in a logical JSON, given as texts or numbers.
     *
     * @throws TopologyException when it cannot be read or has no such list
     */
    public static List<Integer> readLogical(Path file) {
        return LogicalTopologyReader.read(file).dims().stream()
                .map(TopologyDim::npus)
                .toList();
    }
}

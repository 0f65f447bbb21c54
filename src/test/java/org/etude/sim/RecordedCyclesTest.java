// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.InterDimension;
import org.etude.spec.IntraDimension;
import org.etude.spec.SimOptions.Symmetry;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A small table of recorded cycles that is part of the sources, so that a checkout by itself checks them too. */
class RecordedCyclesTest {
    private static final List<String> TYPES =
            List.of("all-reduce", "", "all-gather", "", "", "", "all-to-all", "reduce-scatter");

    /** A row by the names of its columns. */
    record Row(List<String> names, List<String> cells) {
        String text(String column) {
            return cells.get(names.indexOf(column));
        }

        int number(String column) {
            return Integer.parseInt(text(column));
        }

        String[] list(String column) {
            return text(column).split(" ");
        }

        @Override
        public String toString() {
            return cells.get(0);
        }
    }

    static Stream<Row> rows() throws IOException {
        try (InputStream in = RecordedCyclesTest.class.getResourceAsStream("/sim/cycles.csv")) {
            List<List<String>> lines = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(";", -1)))
                    .toList();
            return lines.stream().skip(1).map(cells -> new Row(lines.get(0), cells));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void cyclesAreThoseRecorded(Row row) {
        Scenario scenario = scenario(row);
        for (Symmetry symmetry : Symmetry.values()) {
            SimulationResult result = Simulator.run(
                    scenario.options(scenario.options().asReference().symmetry(symmetry)));
            String[] finish = row.list("finish_ns");
            long[] expected = new long[scenario.ranks().size()];
            Arrays.setAll(expected, r -> Long.parseLong(finish[finish.length == 1 ? 0 : r]));
            assertThat(result.ranks().finish()).isEqualTo(expected);
            assertThat(result.finishOrder()[0]).isEqualTo(row.number("first_to_finish"));
            if (!row.text("messages").equals("-")) {
                assertThat(result.messageCount()).isEqualTo(row.number("messages"));
            }
        }
    }

    private static Scenario scenario(Row row) {
        String[] algorithms = row.list("algorithms");
        AlgorithmSpec[] specs = new AlgorithmSpec[algorithms.length];
        Arrays.setAll(specs, d -> AlgorithmSpec.parse(algorithms[d]));
        SystemSpec system = SystemSpec.builder()
                .algorithm(
                        CollectiveType.valueOf(
                                row.text("collective").toUpperCase(Locale.ROOT).replace('-', '_')),
                        specs)
                .splits(row.number("splits"))
                .activeChunks(row.number("active"))
                .localBwAware(row.text("optimization").equals("localBWAware"))
                .inter(InterDimension.of(row.text("inter")))
                .intra(IntraDimension.of(row.text("intra")))
                .endpointDelayNs(row.number("endpoint_ns"))
                .localMemoryGBps(Double.parseDouble(row.text("memory_gbps")))
                .build();
        Scenario scenario = Cases.same(topology(row), node(row)).system(system);
        return scenario.options(scenario.options()
                .fidelity(row.text("backend").equals("unaware") ? Fidelity.ANALYTIC : Fidelity.AWARE)
                .transport(row.number("queues"), 1, false));
    }

    private static EtNode node(Row row) {
        EtNode node = Cases.collective(1, TYPES.indexOf(row.text("collective")), Long.parseLong(row.text("bytes")));
        if (row.text("involved").equals("-")) {
            return node;
        }
        List<EtAttribute> attributes = new ArrayList<>(node.attributes());
        attributes.add(new EtAttribute(
                "involved_dim",
                "",
                EtAttribute.Kind.BOOL_LIST,
                Stream.of(row.list("involved")).map("1"::equals).toList()));
        return node.withAttributes(attributes);
    }

    private static LogicalTopology topology(Row row) {
        List<TopologyDim> dims = new ArrayList<>();
        String[] shapes = row.text("topology").split(",");
        for (int d = 0; d < shapes.length; d++) {
            String[] shape = shapes[d].split(":");
            dims.add(new TopologyDim(
                    DimKind.of(shape[0]),
                    Integer.parseInt(shape[1]),
                    Bandwidth.gibibytesPerSecond(Double.parseDouble(row.list("bandwidth_gibps")[d])),
                    Double.parseDouble(row.list("latency_ns")[d])));
        }
        return new LogicalTopology(dims);
    }
}

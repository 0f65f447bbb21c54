// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes of one GPU, one after the other, 10 us each; their tensors are given as name and bytes. */
class LocalMemoryTest {
    private final List<EtNode> nodes = new ArrayList<>();

    private LocalMemoryTest node(List<String> reads, List<String> writes) {
        return node(list("inputs", reads), list("outputs", writes));
    }

    private LocalMemoryTest node(EtAttribute... attributes) {
        EtNode node = EtNode.of(nodes.size(), "n", EtNodeType.COMP, attributes).withDurationMicros(10);
        nodes.add(nodes.isEmpty() ? node : node.withDataDeps(nodes.size() - 1));
        return this;
    }

    private static EtAttribute list(String name, List<String> values) {
        return new EtAttribute(name, "", EtAttribute.Kind.STRING_LIST, values);
    }

    private SimulationResult run() {
        EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
        nodes.forEach(graph::add);
        EtSet set = new EtSet("job", List.of(graph.build()), CommGroups.none(), Report.empty());
        return Simulator.run(Scenario.of(set, LogicalTopology.ring(1))
                .system(SystemSpec.builder().trackLocalMemory(true).build()));
    }

    private long peak() {
        return run().peakMemory().orElseThrow()[0];
    }

    /** Weights live from the beginning; a tensor is freed when its last reader ends, in time for what begins then. */
    @Test
    void aTensorLivesFromItsWriterToItsLastReader() {
        node(List.of("w", "1000"), List.of("a", "2000"));
        assertThat(peak()).isEqualTo(3_000);
        node(List.of("a", "2000"), List.of("b", "2500"));
        assertThat(peak()).as("w is gone").isEqualTo(4_500);
        node(List.of("b", "2500"), List.of("c", "1900"));
        assertThat(peak()).isEqualTo(4_500);
        node(List.of("w", "1000"), List.of());
        assertThat(peak()).as("w and c live on").isEqualTo(5_500);
    }

    @Test
    void whatIsNeverReadLivesOn() {
        node(List.of(), List.of("a", "100")).node(List.of(), List.of("b", "10")).node(List.of(), List.of("c", "1"));
        assertThat(peak()).isEqualTo(111);
    }

    @Test
    void aTensorThatIsWrittenAgainIsOne() {
        node(List.of(), List.of("a", "100")).node(List.of("a", "100"), List.of("a", "100"));
        assertThat(peak()).isEqualTo(100);
    }

    @Test
    void tensorsWithoutBytesDoNotCount() {
        node(List.of("w", "0"), List.of("a", "7"));
        assertThat(peak()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inputs", "outputs"})
    void nothingIsTrackedWhereANodeDoesNotNameItsTensors(String named) {
        SimulationResult run = node(list(named, List.of("a", "7"))).run();
        assertThat(run.peakMemory()).isEmpty();
        assertThat(run.report().findings()).anySatisfy(finding -> assertThat(finding.what())
                .isEqualTo("track-local-mem is on but the node has no inputs or outputs attribute"));
    }

    @Test
    void namesAndSizesComeInPairs() {
        node(List.of("w"), List.of());
        assertThatThrownBy(this::run)
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("lists 1 names and sizes of tensors together");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "many", "1.5", ""})
    void sizesAreWholeNumbers(String size) {
        node(List.of("w", size), List.of());
        assertThatThrownBy(this::run)
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("says that tensor w has \"" + size + "\" bytes");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.etude.et.wire.CommGroups;
import org.etude.spec.Fidelity;
import org.etude.spec.SimulationException;
import org.etude.table.TableCsv;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Time;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other people's files, read as they are from plain Java. */
class NetworkTest {
    @TempDir
    private Path dir;

    private Workload workload;

    @BeforeEach
    void files() throws IOException {
        SeedCase.write(dir);
        Files.writeString(
                dir.resolve("network.yml"),
                "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        workload = Workload.read(dir.resolve("wl/w").toString());
    }

    private String file(String name) {
        return dir.resolve(name).toString();
    }

    @Test
    void thePacketBackendsFilesGiveTheSeedsFigure() {
        SimulationSetup setup = Simulation.of(workload).system(file("system.json"));
        assertThat(setup.network(file("config.txt")).run().stepTime()).isEqualTo(Time.ns(62_148));
        assertThat(setup.network(file("config.txt"), file("logical.json")).run().stepTime())
                .isEqualTo(Time.ns(62_148));
        assertThat(Simulation.read(file("system.json"), file("config.txt"), file("wl/w"))
                        .run()
                        .stepTime())
                .isEqualTo(Time.ns(62_148));
    }

    @Test
    void aYamlIsSimulatedAsAnyNetwork() {
        SimulationSetup setup = Simulation.of(workload)
                .system(file("system.json"))
                .memory(file("memory.json"))
                .groups(CommGroups.of(Map.of(1, List.of(0, 1))))
                .network(file("network.yml"));
        Simulation byFormula = setup.with(s -> s.fidelity(Fidelity.ANALYTIC)).run();
        assertThat(byFormula.toString()).startsWith("Simulation ring:2, 2 ranks, analytic network: step ");
        // Per message 500 ns and 131,072 bytes at 50 GiB/s, and 10 + 10 ns at the ends and 243 for the reduction.
        long message = 500 + (long) (131_072 / (50 * (1L << 30) / 1e9));
        assertThat(byFormula.stepTime()).isEqualTo(Time.ns(4 * (10 + 2 * message + 253 + 10)));
        Simulation unsaid = setup.run();
        assertThat(unsaid.flows().rowCount()).isEqualTo(16);
        assertThat(TableCsv.text(unsaid.ranks()))
                .isEqualTo(TableCsv.text(
                        workload.simulate(Topology.read(file("network.yml")), s -> s.system(file("system.json")))
                                .ranks()));
    }

    @Test
    void whatTheConfigurationSaysInVainIsAFinding() throws IOException {
        Files.writeString(dir.resolve("config.txt"), "SIMULATOR_STOP_TIME 3 \n", StandardOpenOption.APPEND);
        assertThat(Simulation.read(file("system.json"), file("config.txt"), file("wl/w"))
                        .run()
                        .findings()
                        .stringColumn("why")
                        .asList())
                .contains("the reference never applies it");
    }

    @Test
    void filesThatDoNotFitAreNamed() throws IOException {
        SimulationSetup setup = Simulation.of(workload);
        assertThatThrownBy(() -> setup.network(file("network.yml"), file("logical.json")))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("ring:2 has dimensions of its own");
        assertThatThrownBy(() -> setup.network(file("nothing.yml")))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("nothing.yml: cannot be read");
        Files.writeString(dir.resolve("logical.json"), "{\"logical-dims\": [\"2\", \"2\"]}");
        assertThatThrownBy(() -> setup.network(file("config.txt"), file("logical.json")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("torus:2x2 has 4 hosts but the workload has 2 ranks");
    }
}

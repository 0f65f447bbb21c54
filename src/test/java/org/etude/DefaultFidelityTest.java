// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.us;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.cli.TestShell;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.table.TableCsv;
import org.etude.unit.Bytes;
import org.etude.unit.Units;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the entry point, a run has the same default fidelity and system. */
class DefaultFidelityTest {
    private static final String YAML =
            "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n";

    @TempDir
    static Path dir;

    private static Workload recorded;
    private static Workload generated;
    private static Path network;

    @BeforeAll
    static void workloads() throws Exception {
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
        recorded = Traces.load(traces.toString()).link().toEt().repair();
        recorded.save(dir.resolve("recorded").toString());
        generated = Workload.of(2, r -> r.compute("forward", us(100)).allReduce("gradients", Units.mib(1)));
        generated.save(dir.resolve("generated").toString());
        network = Files.writeString(dir.resolve("network.yml"), YAML);
    }

    private static void expect(SimulationSetup setup, Fidelity fidelity, SystemSpec system) {
        assertThat(setup.scenario().options().fidelity()).isEqualTo(fidelity);
        assertThat(setup.scenario().system()).isEqualTo(system);
    }

    @Test
    void recordingsQueueForLinksOnceANetworkIsGiven() {
        SimulationSetup[] doors = doors(recorded);
        expect(doors[0], Fidelity.RECORDED, SystemSpec.ofLibraries());
        for (int elsewhere = 1; elsewhere < doors.length; elsewhere++) {
            expect(doors[elsewhere], Fidelity.AWARE, SystemSpec.ofLibraries());
        }
    }

    @Test
    void everythingElseIsSimulatedByPackets() {
        for (SimulationSetup door : doors(generated)) {
            expect(door, Fidelity.PACKET, SystemSpec.ofLibraries());
        }
    }

    /** More ranks than hosts that packets can be simulated for; nothing of packets is looked at on the way. */
    @Test
    void aFormulaKnowsNoLimitOfPackets() {
        Workload work = Workloads.collectives(16_384, CollectiveType.ALL_REDUCE, List.of(new Bytes(1 << 20)));
        Topology large = Topology.parse("switch:8,switch:2048", 16_384);
        assertThat(work.simulate(large, s -> s.fidelity(Fidelity.ANALYTIC)).isComplete())
                .isTrue();
        assertThatThrownBy(() -> work.simulate(large)).hasMessageContaining("packet simulation supports up to 8192");
    }

    @Test
    void astraSimsRulesHaveItsSystem() {
        for (Workload work : new Workload[] {recorded, generated}) {
            for (SimulationSetup door : doors(work)) {
                expect(door.with(s -> s.compat()), Fidelity.PACKET, SystemSpec.ofAstraSim());
            }
        }
    }

    @Test
    void whatIsSaidStaysSaid() {
        SimulationSetup said = Simulation.of(recorded)
                .with(s -> s.fidelity(Fidelity.ANALYTIC).splits(3))
                .network(Topology.read(network.toString()))
                .with(s -> s.compat());
        expect(said, Fidelity.ANALYTIC, SystemSpec.builder().splits(3).build());
    }

    private static SimulationSetup[] doors(Workload work) {
        return new SimulationSetup[] {
            Simulation.of(work),
            Simulation.of(work).network(Topology.ring(2)),
            Simulation.of(work).network(network),
            Simulation.of(work).network(Topology.read(network.toString())).with(s -> {})
        };
    }

    @Test
    void theShellAndJavaAgree() {
        for (Workload work : new Workload[] {recorded, generated}) {
            Path ets = dir.resolve(work == recorded ? "recorded" : "generated");
            String java = TableCsv.text(
                    work.simulate(Topology.read(network.toString())).ranks());
            for (String flag : new String[] {"--network", "--topology"}) {
                Path out = dir.resolve("out" + flag + ets.getFileName());
                TestShell.run("simulate", ets, flag, network, "--out", out).exits(0);
                assertThat(out.resolve("ranks.csv")).hasContent(java);
            }
            String swept = Sweep.of(work)
                    .withoutCache()
                    .over(Topology.read(network.toString()))
                    .run()
                    .table()
                    .doubleColumn("step_ms")
                    .getString(0);
            assertThat(Double.parseDouble(swept))
                    .isEqualTo(work.simulate(Topology.read(network.toString()))
                            .stepTime()
                            .toMillis());
        }
    }

    @Test
    void aFidelityIsNoNetwork() {
        assertThat(TestShell.run("simulate", dir.resolve("recorded"), "--network", "packet")
                        .err())
                .contains("write --fidelity packet");
    }
}

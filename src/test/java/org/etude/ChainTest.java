// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SystemSpec;
import org.etude.table.TableCsv;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chain as a user of the library writes it, on two ranks. */
class ChainTest {
    @TempDir
    private Path dir;

    private Traces traces;

    @BeforeEach
    void load() {
        traces = Traces.load(SmallTraces.write(dir.resolve("traces"), 2).toString());
    }

    @Test
    void fromTracesToASimulatedStepInOneChain() {
        Simulation sim = traces.link()
                .toEt()
                .repair()
                .simulate(Topology.ring(2).bandwidth(gbps(65)).latency(us(14)), s -> s.fidelity(Fidelity.PACKET)
                        .splits(4));
        assertThat(sim.ranks().rowCount()).isEqualTo(2);
        assertThat(sim.ops().rowCount()).isGreaterThan(10);
        assertThat(sim.collectives().stringColumn("type")).containsOnly("all_reduce");
        assertThatThrownBy(sim::messages).hasMessageContaining("did not keep messages");
        assertThat(sim.stepTime().toMillis()).isBetween(7.5, 12.5);
        assertThat(sim.toString()).startsWith("Simulation ring:2, 2 ranks, packet network: 2 steps in ");
        assertThat(sim.flows().rowCount()).isEqualTo(2 * 2 * 4 * 2);
    }

    @Test
    void aRecordingRunsAsOnTheCommandLineWhenNothingIsSaid() {
        Workload work = traces.link().toEt().repair();
        Topology network = Topology.ring(2).bandwidth(gbps(1)).latency(us(14));
        Simulation plain = work.simulate(network);
        Simulation said =
                work.simulate(network, s -> s.system(SystemSpec.ofLibraries()).fidelity(Fidelity.AWARE));
        assertThat(plain.toString()).startsWith("Simulation ring:2, 2 ranks, aware network: 2 steps in ");
        assertThat(TableCsv.text(plain.ops())).isEqualTo(TableCsv.text(said.ops()));
        assertThat(plain.stepTime())
                .isEqualTo(traces.link().predict(network).simulation().stepTime());
    }

    @Test
    void eachValueShowsItself() {
        assertThat(traces.toString())
                .startsWith("Traces ")
                .contains(": 2 ranks, ROCm 6.4 (HIP), 2 steps" + System.lineSeparator() + " rank  host_ops");
        LinkedTraces linked = traces.link();
        assertThat(linked.toString()).contains(": 2 ranks, ROCm 6.4 (HIP), 2 steps, 0 unmatched");
        assertThat(linked.toEt().toString()).startsWith("Workload all_reduce: 2 ranks, ");
        assertThat(Topology.torus(4, 4, 8).toString()).startsWith("Topology torus:4x4x8: 128 hosts, ");
        assertThat(Topology.torus(4, 4, 8).hosts()).isEqualTo(128);
    }

    @Test
    void collectivesTellHowLongEachRankWaited() {
        assertThat(TableCsv.text(traces.link().collectives())).isEqualTo("""
                        rank,seq,type,bytes,dtype,group,group_size,peer,start_us,duration_us,waiting_us,evidence,notes
                        0,0,all_reduce,4000000,Float,0,2,,2500,2500,200,kernel-args,
                        0,1,all_reduce,4000000,Float,0,2,,12500,2500,200,kernel-args,
                        1,0,all_reduce,4000000,Float,0,2,,2700,2300,0,kernel-args,
                        1,1,all_reduce,4000000,Float,0,2,,12700,2300,0,kernel-args,
                        """);
    }

    @Test
    void linkingFindsALaunchAndAnOperatorForEverything() {
        LinkedTraces linked = traces.link();
        assertThat(linked.report().doubleColumn("matched_frac")).containsOnly(1.0);
        assertThat(linked.unmatched().rowCount()).isZero();
    }

    @Test
    void aWorkloadIsTheSameAfterSavingAndReading() {
        Workload work = traces.link().toEt(t -> t.prefix("w"));
        String saved = dir.resolve("et").toString();
        work.save(saved);
        Workload read = Workload.read(saved);
        assertThat(TableCsv.text(read.nodes())).isEqualTo(TableCsv.text(work.nodes()));
        assertThat(TableCsv.text(read.summary())).isEqualTo(TableCsv.text(work.summary()));
        assertThat(read.repair().changes().rowCount()).isZero();
    }

    @Test
    void optionsChangeTheRun() {
        Workload work = traces.link().toEt(t -> t.communicationOnly()).repair();
        Simulation ring = work.simulate(
                Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC).splits(4));
        Simulation direct = work.simulate(Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC)
                .allReduce(AlgorithmSpec.HALVING_DOUBLING)
                .splits(1)
                .record(Recording.MESSAGES));
        assertThat(direct.stepTime()).isNotEqualTo(ring.stepTime());
        assertThat(direct.messages().rowCount()).isEqualTo(2 * 2 * 2);
        assertThatThrownBy(direct::ops).hasMessageContaining("s.record(OPS)");
        assertThat(work.simulate(Topology.ring(2).bandwidth(gbps(1)), s -> s.fidelity(Fidelity.ANALYTIC)
                                .splits(4))
                        .stepTime())
                .isGreaterThan(ring.stepTime());
    }

    @Test
    void otherPeoplesInputsAreReadUnchanged() throws IOException {
        traces.link().toEt().repair().save(dir.resolve("et").toString());
        Path system = Files.writeString(
                dir.resolve("system.json"),
                "{\"preferred-dataset-splits\": 2, \"all-reduce-implementation\": [\"ring\"]}");
        Path network = Files.writeString(
                dir.resolve("network.yml"),
                "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        Simulation read = Simulation.read(
                        system.toString(),
                        network.toString(),
                        dir.resolve("et/all_reduce").toString())
                .with(s -> s.fidelity(Fidelity.ANALYTIC))
                .run();
        Simulation made = Workload.read(dir.resolve("et").toString())
                .simulate(Topology.read(network.toString()), s -> s.system(SystemReader.read(system))
                        .fidelity(Fidelity.ANALYTIC));
        assertThat(read.stepTime()).isEqualTo(made.stepTime());
        assertThat(TableCsv.text(read.ops())).isEqualTo(TableCsv.text(made.ops()));
    }

    @Test
    void oneStepIsHalfOfTwo() {
        assertThat(traces.step(2).link().collectives().rowCount()).isEqualTo(2);
        assertThat(traces.step(2).steps().intColumn("step")).containsOnly(2);
    }

    @Test
    void aSetUpIsAValueOfItsOwn() {
        Workload work = traces.link().toEt().repair();
        SimulationSetup setup = Simulation.of(work).network(Topology.ring(2));
        assertThat(setup.with(s -> s.splits(8)).run().stepTime())
                .isEqualTo(work.simulate(Topology.ring(2), s -> s.splits(8)).stepTime());
        assertThat(setup).hasToString("SimulationSetup ring:2, 2 ranks, aware network");
        assertThatThrownBy(() -> setup.network(Topology.ring(3)))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("ring:3 has 3 hosts but the workload has 2 ranks.");
    }
}

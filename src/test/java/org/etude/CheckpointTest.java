// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.etude.sim.checkpoint.Preemptions;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimulationException;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** Checkpoints as a user of the library asks for them. */
class CheckpointTest {
    @TempDir
    private Path dir;

    private static Simulation run(Consumer<SimulationSettings> settings) {
        return Jobs.steps(4, 3, 1 << 17).simulate(Topology.ring(4), settings);
    }

    private static List<String> tables(Simulation sim) {
        List<String> all = new ArrayList<>();
        for (Table table : sim.tables()) {
            all.add(table.print(Integer.MAX_VALUE));
        }
        return all;
    }

    /** Stops at the first look at the clock. */
    private static SimulationSettings cut(SimulationSettings settings) {
        return settings.limitMemory(new Bytes(1));
    }

    @Test
    void aRunThatALimitStoppedGoesOnWithoutIt() {
        for (Fidelity fidelity : List.of(Fidelity.ANALYTIC, Fidelity.AWARE, Fidelity.PACKET)) {
            Path file = dir.resolve(fidelity + ".checkpoint");
            List<String> told = new ArrayList<>();
            Consumer<SimulationSettings> saved =
                    s -> s.fidelity(fidelity).checkpoint(file, Time.seconds(600), told::add);
            Simulation cut = run(s -> saved.accept(cut(s)));
            assertThat(cut.isLimited()).isTrue();
            assertThat(tables(cut).toString()).contains("the run was saved to " + file);
            assertThat(file).exists();
            List<String> whole = tables(run(s -> s.fidelity(fidelity)));
            assertThat(tables(run(saved))).isEqualTo(whole);
            assertThat(file).doesNotExist();
            assertThat(told).hasSize(2);
            assertThat(told.get(0)).startsWith("saved to " + file + ": 0 ns simulated, 0 of ");
            assertThat(told.get(1)).startsWith("resumes from " + file + ": 0 ns simulated, 0 of ");
        }
    }

    @Test
    void anInterruptedRunIsSavedAndGoesOn() {
        Path file = dir.resolve("run.checkpoint");
        List<String> told = new ArrayList<>();
        Workload job = Jobs.steps(8, 300, 1 << 16);
        Consumer<SimulationSettings> one = s -> s.fidelity(Fidelity.AWARE).everyEvent();
        assertThatThrownBy(() ->
                        job.simulate(Topology.ring(8), s -> one.andThen(o -> o.checkpoint(file, Time.ns(1), what -> {
                                    told.add(what);
                                    Thread.currentThread().interrupt();
                                }))
                                .accept(s)))
                .isInstanceOfSatisfying(
                        Simulation.Interrupted.class,
                        e -> assertThat(tables(e.partial()).toString()).contains("the run was saved to " + file));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(told).hasSize(2).allMatch(what -> what.startsWith("saved to " + file));
        assertThat(told.get(1)).isNotEqualTo(told.get(0)).doesNotContain(": 0 ns simulated");
        Simulation resumed = job.simulate(Topology.ring(8), one.andThen(s -> s.checkpoint(file)));
        assertThat(tables(resumed)).isEqualTo(tables(job.simulate(Topology.ring(8), one)));
        assertThat(file).doesNotExist();
    }

    /** Two rings under switches of their own get out of step, so each is fast-forwarded by itself. */
    @Test
    void ringsOutOfStepResumeWhereverTheyWereStopped() {
        Workload rings = Workload.of(16, r -> {
                    int ring = r.rank() / 8;
                    for (int i = 0; i < 16; i++) {
                        r.compute("work " + i, us(3 + ring));
                        r.collective(
                                "sum " + i, CollectiveType.ALL_REDUCE, bytes(2_000_000 + 136_000L * ring), 1 + ring);
                    }
                })
                .groups(Map.of(
                        1,
                        IntStream.range(0, 8).boxed().toList(),
                        2,
                        IntStream.range(8, 16).boxed().toList()));
        Topology leaves = Topology.parse("fattree:2x1x8");
        Path file = dir.resolve("rings.checkpoint");
        Simulation whole = rings.simulate(leaves, s -> s.fidelity(Fidelity.PACKET));
        assertThat(whole.summary()).contains("93 % fast-forwarded");
        int stops = 0;
        Simulation resumed = null;
        while (resumed == null) {
            int[] saves = {0};
            try {
                resumed =
                        rings.simulate(leaves, s -> s.fidelity(Fidelity.PACKET).checkpoint(file, Time.ns(1), what -> {
                            if (what.startsWith("saved") && ++saves[0] == 12) {
                                Thread.currentThread().interrupt();
                            }
                        }));
            } catch (Simulation.Interrupted e) {
                stops++;
            }
        }
        assertThat(stops).isGreaterThan(2);
        assertThat(resumed.ranks().print(Integer.MAX_VALUE))
                .isEqualTo(whole.ranks().print(Integer.MAX_VALUE));
        assertThat(resumed.flows().print(Integer.MAX_VALUE))
                .isEqualTo(whole.flows().print(Integer.MAX_VALUE));
        assertThat(resumed.end()).isEqualTo(whole.end());
    }

    /** The order of calls, broadcasts along trees and the slowdown of host work are part of what is saved. */
    @Test
    void aRunOfARecordingResumesWhereverItWasStopped() {
        for (String name : List.of("collectives-2", "moe-2")) {
            Workload work = Traces.load("data/" + name).link().toEt().repair();
            Topology network = Topology.ring(2).bandwidth(gbps(1)).latency(us(20));
            for (int most : new int[] {100, 1_000}) {
                Preemptions.checkSmall(
                        () -> Simulation.of(work).network(network).scenario(), most);
            }
        }
    }

    @Test
    void theCheckpointOfOtherInputsIsRefused() {
        String file = dir.resolve("run.checkpoint").toString();
        assertThat(run(s -> cut(s).fidelity(Fidelity.AWARE).checkpoint(file)).isLimited())
                .isTrue();
        assertThatThrownBy(() -> run(s -> s.fidelity(Fidelity.AWARE).splits(7).checkpoint(file)))
                .isInstanceOf(SimulationException.class)
                .hasMessageStartingWith(
                        file + ": is the checkpoint of the same job with another system, network or other settings");
        assertThatThrownBy(() -> Jobs.steps(4, 4, 1 << 17).simulate(Topology.ring(4), s -> s.fidelity(Fidelity.AWARE)
                        .checkpoint(file)))
                .isInstanceOf(SimulationException.class)
                .hasMessageStartingWith(file + ": is the checkpoint of another job: other traces or groups");
    }

    @Test
    void aSweepKeepsNoCheckpoints() {
        assertThatThrownBy(() -> Simulation.of(Jobs.steps(4, 3, 1 << 20))
                        .with(s -> s.checkpoint(dir.resolve("x")))
                        .scenario())
                .isInstanceOf(SimulationException.class)
                .hasMessageStartingWith("a checkpoint belongs to one run");
        assertThatThrownBy(() -> run(s -> s.checkpoint(dir.resolve("x"), new Time(0), what -> {})))
                .isInstanceOf(SimulationException.class)
                .hasMessageStartingWith("a run cannot be saved every 0 s");
    }
}

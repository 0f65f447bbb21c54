// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.spec.Fidelity.ANALYTIC;
import static org.etude.spec.Fidelity.AWARE;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.etude.report.EtudeException;
import org.etude.spec.Fidelity;
import org.etude.spec.LinkOptions;
import org.etude.spec.RepairOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls that cannot be meant are rejected where they are made, each with one sentence of what and one of what to do. */
class WrongUseTest {
    private static final Workload JOB = Workloads.allReduces(4, mib(1), 2);

    @TempDir
    Path dir;

    static Stream<Arguments> calls() {
        Simulation sim = JOB.simulate(Topology.ring(4), s -> s.fidelity(Fidelity.AWARE));
        return Stream.of(
                call("a job of 0 ranks has nothing", () -> Workload.of(0, r -> {})),
                call("a job of -1 ranks has nothing", () -> Workload.of(-1, r -> {})),
                call("options is null", () -> Workload.of(2, null)),
                call("'null' cannot name", () -> JOB.named(null)),
                call("'' cannot name", () -> JOB.named("")),
                call("'a/b' cannot name", () -> JOB.named("a/b")),
                call(
                        "group 1 has the members [9], but the workload has 4 ranks",
                        () -> JOB.groups(Map.of(1, List.of(9)))),
                call("group 1 has the members [0, 0]", () -> JOB.groups(Map.of(1, List.of(0, 0)))),
                call("group 1 has the members []", () -> JOB.groups(Map.of(1, List.of()))),
                call("the map of groups is null", () -> JOB.groups(null)),
                call("options is null", () -> JOB.repair((UnaryOperator<RepairOptions>) null)),
                call("options returns null", () -> JOB.repair(r -> null)),
                call("options is null", () -> JOB.scaleTo(8, null)),
                call("options is null", () -> JOB.simulate(Topology.ring(4), null)),
                call("options returns null", () -> JOB.simulate(Topology.ring(4), s -> s.packets(p -> null))),
                call("the topology is null", () -> JOB.simulate(null)),
                call("the topology is null", () -> Topology.parse(null)),
                call("the workload is null", () -> Simulation.of((Workload) null)),
                call("the workload is null", () -> Sweep.of((Workload) null)),
                call("the limit on events is 0", () -> settings(s -> s.limitEvents(0))),
                call("the limit on simulated time", () -> settings(s -> s.limitSimulatedTime(us(0)))),
                call("the limit on wall-clock time", () -> settings(s -> s.limitRealTime(us(0)))),
                call("the limit on memory", () -> settings(s -> s.limitMemory(mib(0)))),
                call("the limit on memory is null", () -> settings(s -> s.limitMemory(null))),
                call("1 or more entropy values: 0", () -> settings(s -> s.packets(p -> p.spraying(0)))),
                call("payload must be 1 byte", () -> settings(s -> s.packets(p -> p.payload(bytes(0))))),
                call(
                        "fidelity(ANALYTIC)",
                        () -> settings(s -> s.packets(p -> p.pfc(false)).fidelity(ANALYTIC))),
                call(
                        "fidelity(AWARE)",
                        () -> settings(s -> s.packetConfig("dcqcn").fidelity(AWARE))),
                call("the fidelity is null", () -> settings(s -> s.fidelity(null))),
                call("ANALYTIC", () -> settings(s -> s.fidelity(null))),
                call("no algorithm is given for the all-reduce", () -> settings(s -> s.allReduce())),
                call("preferred-dataset-splits is 0", () -> settings(s -> s.splits(0))),
                call("the number of threads is 0", () -> Sweep.of(JOB).threads(0)),
                call("the path is null", () -> Traces.load((String) null)),
                call("a file or directory", () -> Traces.load((String) null)),
                call("one of the further paths is null", () -> Traces.load("a", "b", null)),
                call("is not a path", () -> Workload.read("a\0b")),
                call("the endpoint delay is null", () -> settings(s -> s.endpointDelay(null))),
                call("such as us(14)", () -> settings(s -> s.endpointDelay(null))),
                call("names rank 2", () -> Workload.of(2, r -> r.send("m", 2, mib(1), 0))),
                call("the number of ranks is 0", () -> Workloads.allReduces(0, mib(1), 1)),
                call("no level -1", () -> sim.whatIf(w -> w.level(-1, 2))),
                call("no link 0--1", () -> sim.whatIf(w -> w.link(0, -1, 2))),
                call("over no workload", () -> Sweep.of(Map.of())),
                call("over no degradation", () -> Sweep.of(JOB).overLinks()),
                call("over no number of ranks", () -> Sweep.of(JOB).overRanks()),
                call("a job array of 0 tasks", () -> Sweep.submission("slurm", List.of("etude"), 0, "out")),
                call("no runs is empty", () -> Plots.scaling(List.of())),
                call("ranks has no column topology", () -> Plots.scaling(sim.ranks(), "rank", "wall_ms")));
    }

    private static SimulationSetup settings(Consumer<SimulationSettings> change) {
        return Simulation.of(JOB).network(Topology.ring(4)).with(change);
    }

    private static Arguments call(String what, ThrowingCallable call) {
        return Arguments.of(what, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void isOneClearError(String what, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining(what)
                .hasMessageMatching("(?s)[^\\n]+\\R  [A-Z][^\\n]+\\.");
    }

    @Test
    void tracesRejectWhatCannotBeMeant() throws Exception {
        Traces traces = Traces.load(SmallTraces.write(dir.resolve("traces"), 2));
        assertThatThrownBy(() -> traces.spread(4, -5, 1)).hasMessageContaining("4 ranks with -5 draws");
        assertThatThrownBy(() -> traces.spread(-4, 5, 1)).hasMessageContaining("-4 ranks");
        assertThatThrownBy(() -> traces.sequences("mm", -3)).hasMessageContaining("a sequence of -3");
        assertThatThrownBy(() -> traces.link((UnaryOperator<LinkOptions>) null))
                .hasMessageContaining("options is null");
        assertThatThrownBy(() -> traces.filter(f -> null)).hasMessageContaining("options returns null");
    }

    @Test
    void conversionsRejectWhatCannotBeMeant() {
        LinkedTraces linked =
                Traces.load(SmallTraces.write(dir.resolve("traces"), 2)).link();
        assertThatThrownBy(() -> linked.toEt(t -> t.clock(0)))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("MHz above 0: 0.0");
        assertThatThrownBy(() -> linked.toEt(t -> t.prefix("a/b")))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("cannot start a file name");
        assertThatThrownBy(() -> linked.parallelize(p -> p.batch(0)))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("the batch is 0");
    }

    /** Settings of packets may come before or after the choice of that network. */
    @Test
    void packetSettingsAgreeWithTheNetwork() {
        assertThat(settings(s -> s.fidelity(ANALYTIC).packets(p -> p.pfc(false)))
                        .toString())
                .contains("packet network");
        assertThat(settings(s -> s.packets(p -> p.pfc(false)).fidelity(Fidelity.PACKET))
                        .toString())
                .contains("packet network");
    }

    /** The order of two options does not matter. */
    @Test
    void aCheckpointIsKeptWhereverThatIsSaid() {
        Path file = dir.resolve("checkpoint");
        assertThat(settings().keepCheckpoint().checkpoint(file).checkpoint())
                .hasValueSatisfying(plan -> assertThat(plan.kept()).isTrue());
        assertThat(settings().checkpoint(file).keepCheckpoint().copy().checkpoint())
                .hasValueSatisfying(plan -> assertThat(plan.kept()).isTrue());
        assertThat(settings().checkpoint(file).checkpoint())
                .hasValueSatisfying(plan -> assertThat(plan.kept()).isFalse());
    }

    private static SimulationSettings settings() {
        return new SimulationSettings(2);
    }
}

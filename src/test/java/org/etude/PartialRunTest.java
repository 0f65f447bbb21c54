// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.ms;
import static org.etude.unit.Units.us;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.etude.spec.Fidelity;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.unit.Time;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that are stopped before their end give the tables so far and say why. */
class PartialRunTest {
    private static final Topology STAR = Topology.switched(4);

    /** A job that takes hours packet by packet. */
    private static final Workload ENDLESS = Jobs.steps(4, 1000, 1L << 32);

    /** Follows every packet, as the job would not take long otherwise. */
    private static final UnaryOperator<PacketNetworkSpec> SINGLY = p -> p.withFastForward(false);

    @AfterEach
    void flagIsClear() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = Fidelity.class, mode = EnumSource.Mode.EXCLUDE, names = "RECORDED")
    void aLimitOfSimulatedTimeCutsTheRunThere(Fidelity network) {
        Workload work = Jobs.steps(4, 3, 1 << 20);
        Simulation whole = work.simulate(STAR, s -> s.fidelity(network));
        Time firstStep = us(whole.ops().longColumn("end_ns").getLong(1) / 1e3);
        Simulation cut = work.simulate(STAR, s -> s.fidelity(network).limitSimulatedTime(firstStep));
        assertThat(whole.isComplete()).isTrue();
        assertThat(cut.isComplete()).isFalse();
        assertThat(cut.result().ticks()).isEqualTo(Math.round(firstStep.toNanos()));
        // Two nodes of each rank are through; the next is running.
        assertThat(cut.ops().longColumn("end_ns").countMissing()).isEqualTo(4 * 4);
        assertThat(cut.ops().longColumn("start_ns").countMissing()).isEqualTo(4 * 3);
        assertThat(cut.ops().longColumn("end_ns").getLong(1))
                .isEqualTo(whole.ops().longColumn("end_ns").getLong(1));
        assertThat(cut.ranks().longColumn("finish_ns").countMissing()).isEqualTo(4);
        assertThat(cut.ranks().doubleColumn("wall_ms").getDouble(0)).isEqualTo(firstStep.toMillis());
        assertThat(cut.toString()).contains("limit of " + firstStep + " of simulated time after ");
        assertThat(cut.findings().stringColumn("what").asList())
                .contains("stopped before the end: limit of " + firstStep + " of simulated time");
        assertThat(cut.findings().stringColumn("why").asList()).contains("0 of 4 ranks had finished, 8 of 24 nodes");
    }

    @ParameterizedTest
    @EnumSource(value = Fidelity.class, mode = EnumSource.Mode.EXCLUDE, names = "RECORDED")
    void aLimitOfEventsCutsEqualRunsAtTheSamePlace(Fidelity network) {
        Workload work = Jobs.steps(4, 3, 1 << 20);
        Simulation one = work.simulate(STAR, s -> s.fidelity(network).limitEvents(100));
        Simulation two = work.simulate(STAR, s -> s.fidelity(network).limitEvents(100));
        assertThat(one.result().stopped()).isEqualTo("limit of 100 events");
        assertThat(one.result().events()).isBetween(100L, 160L);
        assertThat(one.toString()).isEqualTo(two.toString());
        Simulation enough = work.simulate(STAR, s -> s.fidelity(network).limitEvents(1_000_000));
        assertThat(enough.isComplete()).isTrue();
        assertThat(enough.result().report().findings()).isEmpty();
    }

    @Test
    void whatRunsWhenTheRunIsCutCountsToTheCut() {
        Simulation cut = Jobs.steps(2, 1, 1 << 20).simulate(Topology.switched(2), s -> s.fidelity(Fidelity.ANALYTIC)
                .limitSimulatedTime(us(8)));
        long now = cut.result().ticks();
        assertThat(now).isBetween(5_000L, 8_000L);
        assertThat(cut.ranks().doubleColumn("compute_ms").getDouble(0)).isEqualTo(0.005);
        assertThat(cut.ranks().doubleColumn("exposed_comm_ms").getDouble(0)).isEqualTo((now - 5_000) / 1e6);
    }

    @Test
    void limitsOfRealTimeAndMemoryStopALongRun() {
        Simulation late = ENDLESS.simulate(STAR, s -> s.packets(SINGLY).limitRealTime(ms(1)));
        assertThat(late.result().stopped()).isEqualTo("limit of 1 ms of real time");
        Simulation large = ENDLESS.simulate(STAR, s -> s.packets(SINGLY).limitMemory(bytes(1000)));
        assertThat(large.result().stopped()).isEqualTo("limit of 1000 B of memory");
    }

    @Test
    void progressTellsTimeNodesAndSpeedAndAnInterruptionGivesTheTablesSoFar() {
        List<String> told = new ArrayList<>();
        List<Long> figures = new ArrayList<>();
        Simulation.Interrupted stopped = catchThrowableOfType(
                Simulation.Interrupted.class,
                () -> ENDLESS.simulate(STAR, s -> s.packets(SINGLY).progress((what, done, total) -> {
                    told.add(what);
                    figures.addAll(Arrays.asList(done, total));
                    if (told.size() == 2) {
                        Thread.currentThread().interrupt();
                    }
                })));
        assertThat(stopped).isInstanceOf(CancellationException.class).hasMessage("interrupted");
        assertThat(told)
                .hasSize(2)
                .allMatch(what ->
                        what.matches("simulate [0-9.]+ [mu]s, 4/8,000 nodes, [0-9,]+ messages, [0-9.]+ M events/s"));
        assertThat(figures).containsExactly(4L, 8_000L, 4L, 8_000L);
        Simulation partial = stopped.partial();
        assertThat(partial.isComplete()).isFalse();
        assertThat(partial.toString()).contains("packet network: interrupted after ");
        assertThat(partial.ops().rowCount()).isEqualTo(4 * 2000);
        assertThat(partial.ports().rowCount()).isEqualTo(8);
        assertThat(partial.ranks().doubleColumn("comm_ms").getDouble(0)).isPositive();
    }

    @ParameterizedTest
    @EnumSource(value = Fidelity.class, mode = EnumSource.Mode.EXCLUDE, names = "RECORDED")
    void anInterruptedThreadDoesNotEvenBegin(Fidelity network) {
        Thread.currentThread().interrupt();
        Simulation.Interrupted stopped = catchThrowableOfType(
                Simulation.Interrupted.class, () -> Jobs.steps(4, 1, 1000).simulate(STAR, s -> s.fidelity(network)));
        assertThat(stopped.partial().result().events()).isZero();
        assertThat(stopped.partial().ranks().rowCount()).isEqualTo(4);
    }
}

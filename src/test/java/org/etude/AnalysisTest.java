// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.gigabytesPerSecond;
import static org.etude.unit.Units.ns;
import static org.etude.unit.Units.us;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.OpClass;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.table.TableCsv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** Questions to a run, on jobs whose times can be computed by hand: 1 byte per ns, no latency, no delay at the ends. */
class AnalysisTest {
    /** Rank r works 100 us and 20 us more for each rank before it, then all reduce 200,000 bytes, then work 50 us. */
    private static final Workload UNEVEN = Workload.of(2, r -> r.compute("gemm", us(100 + 20 * r.rank()))
            .allReduce("gradients", bytes(200_000))
            .compute("update", us(50)));

    private static Simulation run(Workload work, Fidelity fidelity) {
        Topology ring = Topology.ring(work.set().ranks().size())
                .bandwidth(gigabytesPerSecond(1))
                .latency(ns(0));
        return work.simulate(ring, s -> s.fidelity(fidelity)
                .splits(1)
                .endpointDelay(ns(0))
                .localMemory(gigabytesPerSecond(1e6))
                .record(Recording.OPS, Recording.COLLECTIVES));
    }

    private static Simulation analytic() {
        return run(UNEVEN, Fidelity.ANALYTIC);
    }

    @Test
    void whatIfSimulatesEachChange() {
        Table table = analytic()
                .whatIf(
                        w -> w.links(2),
                        w -> w.level(0, 4),
                        w -> w.latency(0),
                        w -> w.compute(0.5),
                        w -> w.op("gradients", 0),
                        w -> w.op("grad*", 0.5),
                        w -> w.op("gem*", 0),
                        w -> w.collectives(2),
                        w -> w.ops(OpClass.MATMUL, 0.5).links(2));
        assertThat(TableCsv.text(table)).isEqualTo("""
                        change,baseline_ms,changed_ms,gain_ms,gain_frac,path_ms,reason
                        links x 2,0.37,0.27,0.1,0.27027,0.2,
                        level 0 x 4,0.37,0.22,0.15,0.405405,0.2,
                        latency x 0,0.37,0.37,0,0,0.2,
                        compute x 0.5,0.37,0.285,0.085,0.22973,0.17,
                        gradients free,0.37,0.17,0.2,0.540541,0.2,
                        grad* x 0.5,0.37,0.27,0.1,0.27027,0.2,
                        gem* free,0.37,0.250001,0.119999,0.324322,0.12,
                        collectives x 2,0.37,0.57,-0.2,-0.540541,0.2,
                        "matmul x 0.5, links x 2",0.37,0.21,0.16,0.432432,0.32,
                        """);
    }

    @Test
    void freeingOneStragglerGainsOnlyUntilTheNextOneIsLast() {
        Workload work = Workload.of(2, r -> r.compute("work of " + r.rank(), us(100 + 20 * r.rank()))
                .allReduce("gradients", bytes(200_000)));
        Table table = run(work, Fidelity.ANALYTIC).whatIf(w -> w.op("work of 1", 0), w -> w.op("work of 0", 0));
        // The path holds 120 us of rank 1, but rank 0 still comes at 100 us.
        assertThat(table.doubleColumn("gain_ms").asList()).containsExactly(0.02, 0.0);
        assertThat(table.doubleColumn("path_ms").asList()).containsExactly(0.12, 0.0);
    }

    @Test
    void theChangedRunIsARunLikeAnyOther() {
        Simulation changed = analytic().changed(w -> w.links(2));
        assertThat(changed.ops().rowCount()).isEqualTo(6);
        assertThat(changed.stepTime()).isEqualTo(us(270));
        assertThat(TableCsv.text(analytic().changed(w -> w).ops()))
                .isEqualTo(TableCsv.text(analytic().ops()));
    }

    @Test
    void linksOfAPacketNetworkCanBeChangedOneByOne() {
        Simulation sim = run(UNEVEN, Fidelity.PACKET);
        Table table = sim.whatIf(w -> w, w -> w.links(2), w -> w.level(0, 2), w -> w.link(3, 2, 2));
        List<Double> gain = table.doubleColumn("gain_ms").asList();
        assertThat(gain.get(0)).isZero();
        assertThat(gain.get(1)).isBetween(0.12, 0.14);
        // Level 0 is the ring between the hosts' switches, nodes 2 and 3.
        assertThat(gain.get(2)).isEqualTo(gain.get(3)).isEqualTo(gain.get(1));
        assertThatThrownBy(() -> sim.whatIf(w -> w.link(0, 2, 2)))
                .as("the switch of a host is a part of it")
                .hasMessageContaining("no link matches");
        assertThat(sim.changed(w -> w.links(2)).flows().rowCount())
                .isEqualTo(sim.flows().rowCount());
    }

    @Test
    void aGraphCanBeChangedByLink() {
        Topology tree = Topology.fatTree(2, 1).bandwidth(gigabytesPerSecond(1)).latency(ns(0));
        Workload work = Workload.of(tree.hosts(), r -> r.allReduce("a", bytes(400_000)));
        Simulation sim = work.simulate(tree, s -> s.fidelity(Fidelity.AWARE).record(Recording.OPS));
        Table table = sim.whatIf(w -> w.links(2), w -> w.level(1, 1e-3), w -> w.link(0, tree.hosts(), 1e-3));
        assertThat(table.doubleColumn("gain_ms").get(0)).isPositive();
        assertThat(table.doubleColumn("gain_ms").get(1)).isNegative();
        assertThat(table.doubleColumn("gain_ms").get(2)).isNegative();
    }

    @Test
    void aQuestionThatMeansNothingIsRefused() {
        Simulation sim = analytic();
        assertThatThrownBy(() -> sim.whatIf(w -> w.op("gem", 0)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("gem free: no node of the workload matches")
                .hasMessageContaining("sim.ops()");
        assertThatThrownBy(() -> sim.whatIf(w -> w.link(0, 1, 2)))
                .hasMessageContaining("link 0-1 x 2: no link matches; ring:2 has 1 dimensions");
        assertThatThrownBy(() -> sim.whatIf(w -> w.level(1, 2))).hasMessageContaining("level 1 x 2: no link matches");
        assertThatThrownBy(() -> sim.whatIf(w -> w.links(0))).hasMessageContaining("links x 0");
        assertThatThrownBy(() -> sim.whatIf(w -> w.compute(-1))).hasMessageContaining("-1.0 is not a valid factor");
        Simulation messages = run(Jobs.incast(2, 1000), Fidelity.ANALYTIC);
        assertThatThrownBy(() -> messages.whatIf(w -> w.op("message*", 0))).hasMessageContaining("is a message");
        Simulation stopped = UNEVEN.simulate(
                Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC).limitEvents(1));
        assertThatThrownBy(() -> stopped.whatIf(w -> w.links(2))).hasMessageContaining("the run did not end");
    }

    @Test
    void halfAMicrosecondIsNotRounded() {
        Workload work =
                Workload.of(2, r -> r.compute("a", us(1)).compute("b", us(3)).compute("c", ns(1500)));
        Table table = run(work, Fidelity.ANALYTIC).whatIf(w -> w.compute(0.5), w -> w.op("c", 3), w -> w.op("*", 0));
        assertThat(table.doubleColumn("changed_ms").asList()).containsExactly(0.00275, 0.0085, 0.000003);
    }

    @Test
    void aRooflinesWorkIsScaledToo() {
        Workload work = Workload.of(2, r -> r.compute("gemm", 8_000_000, bytes(4_000)));
        Simulation sim = work.simulate(Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC)
                .system(SystemSpec.builder().roofline(true, 1).build())
                .localMemory(gigabytesPerSecond(1e6)));
        double whole = sim.stepTime().toMillis();
        assertThat(whole).isPositive();
        Table table = sim.whatIf(w -> w.ops(OpClass.MATMUL, 0.5), w -> w.op("gemm", 3));
        assertThat(table.doubleColumn("changed_ms").get(0)).isCloseTo(whole / 2, within(1e-6));
        assertThat(table.doubleColumn("changed_ms").get(1)).isCloseTo(whole * 3, within(1e-6));
    }

    @Test
    void aChangedRunThatReachesALimitHasNoStep() {
        Simulation sim =
                UNEVEN.simulate(Topology.ring(2).bandwidth(gigabytesPerSecond(1)), s -> s.fidelity(Fidelity.ANALYTIC)
                        .limitSimulatedTime(us(450)));
        assertThat(sim.isComplete()).isTrue();
        Table table = sim.whatIf(w -> w.collectives(2));
        assertThat(table.doubleColumn("changed_ms").isMissing(0)).isTrue();
        assertThat(table.doubleColumn("gain_ms").isMissing(0)).isTrue();
        assertThat(table.stringColumn("reason").get(0)).isNotEmpty();
    }

    @Test
    void ranksThatShareATraceGoOnSharingIt() {
        Workload work = Jobs.steps(4, 2, 4_000);
        Simulation changed = run(work, Fidelity.ANALYTIC).changed(w -> w.compute(3));
        assertThat(new HashSet<>(changed.result().scenario().ranks())).hasSize(1);
    }

    @Test
    void withoutOpsOnlyThePathIsMissing() {
        Simulation sim = UNEVEN.simulate(
                Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC).record());
        assertThat(sim.whatIf(w -> w.compute(0)).doubleColumn("path_ms").isMissing(0))
                .isTrue();
        assertThatThrownBy(sim::exposedComm).hasMessageContaining("did not keep ops");
        assertThatThrownBy(sim::arrivals).hasMessageContaining("did not keep ops");
        assertThatThrownBy(sim::stragglers).hasMessageContaining("did not keep ops");
    }

    @Test
    void whatComputeHidesIsNotExposed() {
        Simulation sim = run(
                Workload.of(2, r -> r.allReduce("a", bytes(200_000))
                        .after()
                        .allReduce("b", bytes(100_000))
                        .after()
                        .compute("work", us(50))),
                Fidelity.ANALYTIC);
        assertThat(TableCsv.text(sim.exposedComm())).isEqualTo("""
                        rank,node,name,type,size_bytes,start_ms,duration_ms,exposed_comm_ms,waiting_ms
                        0,0,a,all_reduce,200000,0,0.2,0.15,0
                        1,0,a,all_reduce,200000,0,0.2,0.15,0
                        0,1,b,all_reduce,100000,0.2,0.1,0.1,0
                        1,1,b,all_reduce,100000,0.2,0.1,0.1,0
                        """);
    }

    @Property(tries = 60)
    void exposedPartsAddUpToTheRanksExposedTime(@ForAll @IntRange(max = 1_000_000) int seed) {
        Workload work = Workload.of(2, r -> {
            Random random = new Random(seed);
            for (int i = 0; i < 6; i++) {
                // A receive holds no slot, so it runs alongside collectives.
                if (r.rank() == 0) {
                    r.compute("late", us(random.nextInt(300))).send("m", 1, bytes(1 + random.nextInt(50_000)), i);
                } else {
                    random.nextInt(300);
                    r.after().receive("m", 0, bytes(1 + random.nextInt(50_000)), i);
                }
                r.after().allReduce("a", bytes(1000 + random.nextInt(100_000)));
                r.compute("work", us(random.nextInt(150)));
            }
        });
        Simulation sim = run(work, Fidelity.ANALYTIC);
        double[][] sum = new double[2][2];
        for (var row : sim.exposedComm()) {
            sum[row.getInt("rank")][0] += row.getDouble("exposed_comm_ms");
            sum[row.getInt("rank")][1] += row.getDouble("waiting_ms");
        }
        for (int rank = 0; rank < 2; rank++) {
            assertThat(sum[rank][0])
                    .isCloseTo(sim.ranks().doubleColumn("exposed_comm_ms").get(rank), within(1e-9));
            assertThat(sum[rank][1])
                    .isCloseTo(sim.ranks().doubleColumn("waiting_ms").get(rank), within(1e-9));
        }
    }

    @Test
    void simulatedStragglersAreMeasuredAgainstTheMedian() {
        Simulation sim = run(
                Workload.of(4, r -> r.compute("gemm", us(r.rank() == 3 ? 140 : 100 + 10 * r.rank()))
                        .allReduce("gradients", bytes(4_000))),
                Fidelity.ANALYTIC);
        assertThat(TableCsv.text(sim.arrivals())).isEqualTo("""
                        source,rank,group,seq,name,arrived_us,late_us,waiting_us
                        simulated,0,,0,gradients,100,-15,40
                        simulated,1,,0,gradients,110,-5,30
                        simulated,2,,0,gradients,120,5,20
                        simulated,3,,0,gradients,140,25,0
                        """);
        assertThat(TableCsv.text(sim.stragglers())).isEqualTo("""
                        source,rank,collectives,last,late_ms,mean_late_us,worst_late_us,worst,waiting_ms
                        simulated,3,1,1,0.025,25,25,gradients #0,0
                        simulated,2,1,0,0.005,5,5,gradients #0,0.02
                        simulated,0,1,0,0,-15,-15,gradients #0,0.04
                        simulated,1,1,0,0,-5,-5,gradients #0,0.03
                        """);
    }

    @Test
    void groupsCountTheirOwnCollectives() {
        Workload work = Workload.of(4, r -> r.compute("work", us(10 + r.rank()))
                        .collective("pair", CollectiveType.ALL_REDUCE, bytes(1000), 1 + r.rank() / 2))
                .groups(Map.of(1, List.of(0, 1), 2, List.of(2, 3)));
        Table table = run(work, Fidelity.ANALYTIC).arrivals();
        assertThat(table.stringColumn("group").asList()).containsExactly("1", "1", "2", "2");
        assertThat(table.doubleColumn("late_us").asList()).containsExactly(-0.5, 0.5, -0.5, 0.5);
    }

    @Test
    void aFoldedRunHasTheArrivalsOfEveryRank() {
        Simulation sim = run(Jobs.steps(4, 2, 4_000), Fidelity.ANALYTIC);
        assertThat(sim.arrivals().rowCount()).isEqualTo(8);
        assertThat(sim.stragglers().doubleColumn("late_ms").asList()).containsOnly(0.0);
        assertThat(sim.stragglers().intColumn("last").asList()).containsOnly(0);
        assertThat(sim.exposedComm().rowCount()).isEqualTo(8);
    }

    @Test
    void recordedStragglersComeFromTheMatchedCollectives(@TempDir Path dir) {
        LinkedTraces linked =
                Traces.load(SmallTraces.write(dir.resolve("t"), 2).toString()).link();
        assertThat(TableCsv.text(linked.arrivals())).isEqualTo("""
                        source,rank,group,seq,name,arrived_us,late_us,waiting_us
                        recorded,0,0,0,all_reduce,2500,-100,200
                        recorded,1,0,0,all_reduce,2700,100,0
                        recorded,0,0,1,all_reduce,12500,-100,200
                        recorded,1,0,1,all_reduce,12700,100,0
                        """);
        assertThat(TableCsv.text(linked.stragglers())).isEqualTo("""
                        source,rank,collectives,last,late_ms,mean_late_us,worst_late_us,worst,waiting_ms
                        recorded,1,2,2,0.2,100,100,all_reduce of 0 #0,0
                        recorded,0,2,0,0,-100,-100,all_reduce of 0 #0,0.4
                        """);
    }
}

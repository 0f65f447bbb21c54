// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.etude.cluster.LoopbackEngine;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.OpClass;
import org.etude.spec.ScaleSettings;
import org.etude.sweep.SweepOutcome.Status;
import org.etude.sweep.SweepRow;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that pass through bytes, as to other machines, against the ordinary ones. The engines themselves are tested in spark/. */
class SweepOnClusterTest {
    @TempDir
    private Path dir;

    private final LoopbackEngine engine = new LoopbackEngine();

    private static Workload job(int ranks) {
        return Workload.of(ranks, r -> r.compute("gemm forward", us(100 + r.rank()))
                .allReduce("gradients", mib(4))
                .compute("optimizer", us(30)));
    }

    private void same(Sweep sweep, int rows) throws Exception {
        Sweep fresh = sweep.withoutCache();
        fresh.run().save(dir.resolve("here"));
        Sweep.Result away = fresh.on(engine.cluster()).run();
        away.save(dir.resolve("away"));
        assertThat(Files.readString(dir.resolve("away/sweep.csv")))
                .isEqualTo(Files.readString(dir.resolve("here/sweep.csv")));
        assertThat(away.rows()).hasSize(rows);
        assertThat(engine.isClosed()).isTrue();
    }

    @Test
    void networksScalesAndSettingsArriveAsTheyAre() throws Exception {
        Sweep sweep = Sweep.of(job(4))
                .over(Topology.torus(2, 2).bandwidth(Bandwidth.gbps(25), Bandwidth.gbps(65)), Topology.fatTree(4, 2))
                .over("auto:2d")
                .overRanks(4, 8)
                .vary("settings", "ring", s -> s.allReduce(AlgorithmSpec.RING))
                .vary("settings", "direct", s -> s.allReduce(AlgorithmSpec.DIRECT))
                .vary("settings", "lossy", s -> s.packets(p -> p.withErrorRate(0.001)))
                .vary("settings", "slow", s -> s.localMemory(Bandwidth.gigabytesPerSecond(10)))
                .vary("settings", "few", s -> s.limitEvents(10))
                .vary("settings", "never", s -> s.stallFree().splits(4).activeChunks(1))
                .overLinks("none", "0-1:0.5");
        same(sweep, 72);
    }

    @Test
    void everyWayToScaleArrives() throws Exception {
        List<Consumer<ScaleSettings>> scales = List.of(
                s -> s.splits(8).commScale(2.5),
                s -> s.rewrite(CollectiveType.ALL_TO_ALL, mib(3)),
                s -> s.rewrite(CollectiveType.ALL_GATHER),
                s -> s.tensorParallel(4).gradients(1_000_000),
                s -> s.compute(0.5).compute(OpClass.MATMUL, 3),
                s -> s.straggler(3, 2).stragglers(2, 1.5).jitter(0.1).seed(99));
        for (Consumer<ScaleSettings> scale : scales) {
            same(
                    Sweep.of(job(4))
                            .over(Topology.ring(8))
                            .overRanks(8)
                            .scaled(scale)
                            .with(s -> s.fidelity(Fidelity.AWARE)),
                    1);
        }
        assertThat(engine.ran()).isEqualTo(scales.size());
    }

    @Test
    void jobsGroupsAndRecordedTracesArrive() throws Exception {
        Workload recorded = Traces.load(
                        SmallTraces.write(dir.resolve("traces"), 2).toString())
                .link()
                .toEt()
                .repair();
        Sweep sweep = Sweep.of("recorded", recorded, OptionalLong.of(7))
                .and("written", job(2), OptionalLong.empty())
                .over(Topology.ring(2), Topology.switched(4));
        same(sweep, 4);
    }

    @Test
    void stallsAndMisfitsAreRowsThereToo() throws Exception {
        Workload stalled =
                Workload.of(2, r -> r.receive("never", 1 - r.rank(), mib(1), 5).compute("after", us(3)));
        same(Sweep.of(stalled).over(Topology.ring(2), Topology.ring(4)), 2);
        Sweep.Result away = Sweep.of(stalled)
                .over(Topology.ring(2))
                .withoutCache()
                .on(engine.cluster())
                .run();
        assertThat(away.rows().get(0).outcome().status()).isEqualTo(Status.STALLED);
        assertThat(away.isComplete()).isFalse();
    }

    @Test
    void whatIsKnownIsNotSentAndProgressCountsAll() {
        Sweep sweep = Sweep.of(job(4)).over("auto:1d").with(s -> s.fidelity(Fidelity.AWARE));
        Sweep cached = sweep.cache(dir.resolve("cache").toString());
        cached.overRanks(4).run();
        List<Long> told = new ArrayList<>();
        Sweep.Result away = cached.overRanks(4, 6, 8)
                .on(engine.cluster())
                .progress((what, done, total) -> {
                    if (what.equals("sweep")) {
                        assertThat(total).isEqualTo(3);
                        told.add(done);
                    }
                })
                .run();
        assertThat(engine.ran()).isEqualTo(2);
        assertThat(told).containsExactly(1L, 2L, 3L);
        assertThat(away.rows()).extracting(SweepRow::cached).containsExactly(true, false, false);
        assertThat(cached.overRanks(4, 6, 8).run().rows()).allMatch(SweepRow::cached);
    }

    @Test
    void aShardOfASweepIsTheSameShard() throws Exception {
        Sweep sweep = Sweep.of(job(4))
                .over("auto:1d", "auto:2d")
                .overRanks(4, 6, 8)
                .shard(1, 3)
                .withoutCache();
        assertThat(sweep.on(engine.cluster()).run().rows().stream().map(SweepRow::key))
                .containsExactlyElementsOf(
                        sweep.run().rows().stream().map(SweepRow::key).toList());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.etude.report.EtudeException;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.sweep.CacheDirectory;
import org.etude.sweep.SweepException;
import org.etude.sweep.SweepOutcome.Status;
import org.etude.sweep.SweepRow;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class SweepTest {
    private static final AlgorithmSpec RING = AlgorithmSpec.parse("ring");
    private static final AlgorithmSpec DIRECT = AlgorithmSpec.parse("direct");

    @TempDir
    private Path dir;

    private Workload work;

    @BeforeEach
    void load() {
        work = Traces.load(SmallTraces.write(dir.resolve("traces"), 2).toString())
                .link()
                .toEt()
                .repair();
    }

    private Sweep sweep() {
        return Sweep.of(work)
                .with(s -> s.fidelity(Fidelity.AWARE))
                .cache(dir.resolve("cache").toString());
    }

    @Test
    void everyCombinationGivesWhatASingleRunGives() {
        Sweep.Result result = sweep().over(Topology.ring(4), Topology.fullyConnected(2))
                .vary("allreduce", "ring", s -> s.allReduce(RING))
                .vary("allreduce", "direct", s -> s.allReduce(DIRECT))
                .vary("splits", "1", s -> s.splits(1))
                .vary("splits", "4", s -> s.splits(4))
                .run();
        assertThat(result.rows()).hasSize(8);
        assertThat(result.rows()).allMatch(r -> r.outcome().status() == Status.DONE && !r.cached());
        Simulation single = work.scaleTo(4).simulate(Topology.ring(4), s -> s.fidelity(Fidelity.AWARE)
                .allReduce(DIRECT)
                .splits(1));
        SweepRow row = result.rows().get(2);
        assertThat(row.labels().values()).containsExactly("ring:4", "4", "direct", "1");
        assertThat(row.outcome().endNs()).isEqualTo(single.result().stepNs());
        assertThat(row.outcome().messages()).isEqualTo(single.result().messageCount());
        assertThat(result.table().stringColumn("variant").get(2)).isEqualTo("allreduce=direct splits=1");
        assertThat(result.table().doubleColumn("step_ms").get(2))
                .isEqualTo(single.stepTime().toMillis());
    }

    /** A recording of several steps is simulated as a whole; what tables and {@code stepTime()} call a step is one. */
    @Test
    void theStepOfARecordingOfSeveralIsOne() {
        Workload three = Traces.load("data/cnn-2").link().toEt().repair();
        Simulation run = three.simulate(Topology.ring(2));
        assertThat(run.result().steps()).isEqualTo(3);
        double step = run.end().toMillis() / 3;
        assertThat(run.stepTime().toMillis()).isCloseTo(step, within(1e-9));
        Table compared = Plots.compare("ring", run, "again", run).table();
        assertThat(compared.intColumn("steps")).containsExactly(3, 3);
        assertThat(compared.doubleColumn("step_ms").get(0)).isCloseTo(step, within(1e-9));
        Sweep sweep = Sweep.of(three).over("ring:2").cache(dir.resolve("cache").toString());
        Table swept = sweep.run().table();
        assertThat(swept.intColumn("steps")).containsExactly(3);
        assertThat(swept.doubleColumn("step_ms").get(0)).isCloseTo(step, within(1e-9));
        Table parts = run.ranks();
        assertThat(swept.doubleColumn("comm_ms").get(0))
                .isCloseTo(
                        parts.doubleColumn("comm_ms").get(run.result().ranks().last()) / 3, within(1e-9));
    }

    /** Of two shards, one alone is an error that names the other; both make the file of one process. */
    @Test
    void shardsMergeIntoTheFileOfOneProcess() throws Exception {
        Sweep sweep = sweep().over("auto:1d").overRanks(2, 4);
        Path parts = dir.resolve("parts");
        sweep.shard(1, 2).run().save(parts);
        assertThatThrownBy(() -> Sweep.merge(parts))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("1 of 2 shards are missing: 0");
        assertThat(parts.resolve("sweep.csv")).doesNotExist();
        sweep.shard(0, 2).run().save(parts);
        assertThat(Sweep.merge(parts.toString()).stringColumn("status")).containsExactly("done", "done");
        assertThat(Sweep.merge(parts.toString()).doubleColumn("step_ms")).allMatch(step -> step > 0);
        Path whole = dir.resolve("whole");
        sweep.run().save(whole);
        assertThat(parts.resolve("sweep.csv")).hasSameBinaryContentAs(whole.resolve("sweep.csv"));
    }

    @Test
    void runAgainItIsKnown() {
        Sweep sweep = sweep().over("auto:1d").overRanks(2, 4);
        Sweep.Result first = sweep.run();
        Sweep.Result again = sweep.threads(1).run();
        assertThat(again.rows()).allMatch(SweepRow::cached);
        assertThat(again.rows().stream().map(SweepRow::outcome))
                .isEqualTo(first.rows().stream().map(SweepRow::outcome).toList());
        assertThat(again).hasToString(again.toString()).asString().startsWith("Sweep: 2 runs, 2 done, 2 known before");
    }

    @Test
    void whateverChangesTheOutcomeChangesTheKey() {
        Topology ring = Topology.ring(2);
        List<Sweep> different = List.of(
                sweep().over(ring),
                sweep().over(ring.bandwidth(Bandwidth.gbps(1))),
                sweep().over(Topology.switched(2)),
                sweep().over(ring).with(s -> s.fidelity(Fidelity.ANALYTIC)),
                sweep().over(ring).with(s -> s.fidelity(Fidelity.PACKET)),
                sweep().over(ring).with(s -> s.packets(p -> p.withErrorRate(0.001))),
                sweep().over(ring).with(s -> s.splits(2)),
                sweep().over(ring).with(s -> s.activeChunks(3)),
                sweep().over(ring).with(s -> s.allReduce(DIRECT)),
                sweep().over(ring).with(s -> s.localBandwidthAware(false)),
                sweep().over(ring).with(SimulationSettings::stallFree),
                sweep().over(ring).with(s -> s.localMemory(Bandwidth.gigabytesPerSecond(100))),
                sweep().over(Topology.ring(4)));
        Set<String> keys = new HashSet<>();
        different.forEach(s -> s.run().rows().forEach(r -> keys.add(r.key())));
        assertThat(keys).hasSize(different.size()).allMatch(k -> k.matches("[0-9a-f]{64}"));
        // Who watches and when to give up change nothing.
        String plain = sweep().over(ring).run().rows().get(0).key();
        assertThat(sweep().over(ring)
                        .with(s -> s.limitEvents(1_000_000))
                        .run()
                        .rows()
                        .get(0)
                        .key())
                .isEqualTo(plain);
    }

    @Test
    void aNetworkOfAnotherSizeIsSkippedAndSaysSo() {
        SweepRow row = sweep().over(Topology.ring(4)).overRanks(2).run().rows().get(0);
        assertThat(row.outcome().status()).isEqualTo(Status.SKIPPED);
        assertThat(row.outcome().reason()).isEqualTo("the network has 4 hosts, the workload is scaled to 2 ranks");
    }

    @Test
    void withoutNetworksOrVariantsThereIsNoSweep() {
        assertThatThrownBy(() -> sweep().run())
                .isInstanceOf(SweepException.class)
                .hasMessageContaining("no network");
        assertThatThrownBy(() -> sweep().overRanks()).hasMessageContaining("no runs");
        Sweep once = sweep().vary("splits", "4", s -> s.splits(4));
        assertThatThrownBy(() -> once.vary("splits", "4", s -> s.splits(8)))
                .hasMessageContaining("already has a variant splits=4");
    }

    @Test
    void cachesLieWhereTheSystemKeepsThem() {
        assertThat(CacheDirectory.base("Linux", "/home/u", null, null)).isEqualTo(Path.of("/home/u/.cache"));
        assertThat(CacheDirectory.base("Linux", "/home/u", "/tmp/c", null)).isEqualTo(Path.of("/tmp/c"));
        assertThat(CacheDirectory.base("Linux", "/home/u", "relative", null)).isEqualTo(Path.of("/home/u/.cache"));
        assertThat(CacheDirectory.base("Mac OS X", "/Users/u", null, null))
                .isEqualTo(Path.of("/Users/u/Library/Caches"));
        assertThat(CacheDirectory.base("Windows 11", "/u", null, "/u/L")).isEqualTo(Path.of("/u/L"));
        assertThat(CacheDirectory.base("Windows 11", "/u", null, "")).isEqualTo(Path.of("/u/AppData/Local"));
    }

    /** An all-reduce over the link of the two hosts' switches: whole, hidden in part, and twice as long with every halving. */
    @Test
    void degradedLinksAreAnAxis() {
        Sweep.Result result = sweep().over(Topology.ring(2))
                .overLinks("none", "2-3:0.5", "2-3:0.25", "2-3:0.125", "100%:1")
                .run();
        assertThat(result.table().stringColumn("variant").asList())
                .containsExactly("links=none", "links=2-3:0.5", "links=2-3:0.25", "links=2-3:0.125", "links=100%:1");
        List<Long> steps =
                result.rows().stream().map(row -> row.outcome().endNs()).toList();
        assertThat(steps.get(1)).isGreaterThan(steps.get(0));
        assertThat(steps.get(3) - steps.get(2)).isCloseTo(2 * (steps.get(2) - steps.get(1)), within(4L));
        assertThat(steps.get(4)).isEqualTo(steps.get(0));
        assertThatThrownBy(() -> sweep().overLinks("banana")).hasMessageContaining("degraded links 'banana'");
    }

    /** Two splits of one model: what does not fit is a row, with what its ranks hold. */
    @Test
    void whatDoesNotFitIsSkipped() {
        Map<String, LlmWorkload> steps = new TreeMap<>();
        for (int tp : new int[] {1, 2}) {
            steps.put("tp" + tp, Workloads.llm(p -> p.world(2)
                    .tp(tp)
                    .layers(2)
                    .hidden(64)
                    .heads(4)
                    .sequence(32)
                    .globalBatch(2)
                    .gpu("A100")));
        }
        Bytes small = steps.get("tp2").rankMemory();
        Sweep.Result result = Sweep.of(steps)
                .with(s -> s.fidelity(Fidelity.ANALYTIC))
                .withoutCache()
                .over(Topology.ring(2))
                .fitting(small)
                .run();
        assertThat(result.rows().stream().map(row -> row.outcome().status()).toList())
                .containsExactly(Status.SKIPPED, Status.DONE);
        assertThat(result.rows().get(0).outcome().reason()).contains("more than " + small);
        assertThat(result.table().longColumn("memory_bytes").asList())
                .containsExactly(steps.get("tp1").rankMemory().value(), small.value());
        assertThat(result.table().stringColumn("variant").asList()).containsExactly("job=tp1", "job=tp2");
    }
}

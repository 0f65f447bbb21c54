// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.graph.RankBuilder;
import org.etude.report.EtudeException;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** One set of definitions: the parts add up to the wall time of every rank, recorded and simulated. */
class ActivityTest {
    private static final List<String> PARTS =
            List.of("compute_ms", "exposed_comm_ms", "copy_ms", "waiting_ms", "host_ms", "idle_ms");

    @TempDir
    private Path dir;

    static Stream<Path> ofRepository() throws IOException {
        return small(Path.of("data"));
    }

    static Stream<Path> shared() throws IOException {
        return Stream.concat(small(Shared.dir("corpus")), small(Shared.dir("recordings")));
    }

    private static Stream<Path> small(Path root) throws IOException {
        try (var entries = Files.list(root)) {
            return entries.filter(Files::isDirectory).filter(ActivityTest::isSmall).sorted().toList().stream();
        }
    }

    /** Large ones take their time elsewhere; the rule is the same. */
    private static boolean isSmall(Path recording) {
        try (var files = Files.walk(recording)) {
            long size = files.filter(Files::isRegularFile)
                    .mapToLong(f -> f.toFile().length())
                    .sum();
            return size < 4_000_000;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every recording there is, large ones too, as recorded and as simulated on the recorded network and on another. */
    static Stream<Path> all() throws IOException {
        List<Path> all = new ArrayList<>();
        List<Path> roots = new ArrayList<>(List.of(Path.of("data")));
        roots.add(Shared.dir("corpus"));
        roots.add(Shared.dir("recordings"));
        for (Path root : roots) {
            try (var entries = Files.walk(root, 2)) {
                entries.filter(dir -> Files.exists(dir.resolve("device_0.json.gz"))
                                || Files.exists(dir.resolve("device_0.json")))
                        .forEach(all::add);
            }
        }
        return all.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("all")
    @Tag("campaign")
    void partsOfEveryRecordingAddUpRecordedAndSimulated(Path recording) {
        Workload work;
        try {
            Traces traces = Traces.load(recording.toString());
            check(traces.steps());
            work = traces.link().toEt().repair();
        } catch (EtudeException e) {
            return; // A recording that cannot be read has its own tests.
        }
        int ranks = work.set().ranks().size();
        for (Topology topology :
                List.of(Topology.fitting(ranks), Topology.fitting(ranks).bandwidth(gbps(1)))) {
            try {
                check(work.simulate(topology).ranks());
            } catch (EtudeException e) {
                // Ranks are missing, or do not agree: no run, no sum.
            }
        }
        if (work.set().hasRecordedTransfers()) {
            check(work.simulate().ranks());
        }
    }

    @ParameterizedTest
    @MethodSource({"ofRepository", "shared"})
    void recordedPartsAddUpToTheWallTime(Path recording) {
        Traces traces;
        try {
            traces = Traces.load(recording.toString());
        } catch (TraceException e) {
            return; // A recording that cannot be read has its own tests.
        }
        check(traces.steps());
    }

    @Property(tries = 40)
    void simulatedPartsAddUpToTheWallTime(@ForAll @IntRange(max = 1_000_000) int seed) {
        Simulation sim = Simulation.of(job(seed, 4))
                .with(s -> s.fidelity(Fidelity.ANALYTIC))
                .run();
        check(sim.ranks());
    }

    @Property(tries = 10)
    void foldedRunsSplitTheirTimeAlike(@ForAll @IntRange(max = 1_000_000) int seed) {
        Workload work = Workload.of(8, r -> {
            Random random = new Random(seed);
            for (int i = 0; i < 4; i++) {
                r.compute("work", us(random.nextInt(100))).after().allReduce("a", bytes(1 + random.nextInt(1 << 20)));
            }
        });
        Simulation reduced =
                Simulation.of(work).with(s -> s.fidelity(Fidelity.ANALYTIC)).run();
        SimOptions singly = reduced.result().scenario().options().symmetry(SimOptions.Symmetry.EXHAUSTIVE);
        Simulation each = Simulation.run(reduced.result().scenario().options(singly));
        assertThat(reduced.result().ranks().split())
                .isEqualTo(each.result().ranks().split());
    }

    /** Ranks of unequal work, collectives that hide under it and not, messages, host work. */
    private static Workload job(int seed, int ranks) {
        return Workload.of(ranks, r -> {
            Random same = new Random(seed);
            Random own = new Random(seed * 31L + r.rank());
            long comm = -1;
            for (int i = 0; i < 8; i++) {
                int size = 1 + same.nextInt(1 << 19);
                long before = r.last();
                switch (same.nextInt(4)) {
                    case 0 -> r.host("host", us(own.nextInt(50)));
                    case 1 ->
                        comm = follow(r, before, comm)
                                .allReduce("a", bytes(size))
                                .last();
                    case 2 -> {
                        follow(r, before, comm).send("s", (r.rank() + 1) % ranks, bytes(size), i);
                        comm = r.receive("r", (r.rank() + ranks - 1) % ranks, bytes(size), i)
                                .last();
                    }
                    default -> r.compute("work", us(own.nextInt(200)));
                }
                if (same.nextBoolean()) {
                    r.after();
                }
            }
        });
    }

    /** Communication goes in one order on every rank; what came before it may still run. */
    private static RankBuilder follow(RankBuilder r, long before, long comm) {
        return comm >= 0 ? r.after(comm) : before >= 0 ? r.after(before) : r;
    }

    private static void check(Table table) {
        for (Row row : table) {
            double sum = 0;
            for (String part : PARTS) {
                assertThat(row.getDouble(part)).as(part).isNotNegative();
                sum += row.getDouble(part);
            }
            assertThat(sum).isCloseTo(row.getDouble("wall_ms"), within(1e-6));
            assertThat(row.getDouble("comm_ms"))
                    .isBetween(row.getDouble("exposed_comm_ms"), row.getDouble("wall_ms") + 1e-6);
        }
    }

    @Test
    void kernelsOfEveryLibraryCommunicate() throws IOException {
        device(
                0,
                kernel("void deep_ep::internode::dispatch<false, 8>(int4*)", 100, 900, 27)
                        + kernel("void deep_ep::internode::combine<false, 8>(int4*)", 1200, 800, 27)
                        + kernel("void vllm::cross_device_reduce_1stage<float, 2>(int)", 2100, 300, 7)
                        + kernel("void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel<2>()", 2500, 200, 7)
                        + kernel("ampere_sgemm", 100, 500, 7)
                        + gpu("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 2750, 50, 7));
        Traces traces = Traces.load(dir.toString());
        Row step = traces.steps().row(0);
        assertThat(step.getDouble("comm_ms")).isEqualTo(2.2);
        assertThat(step.getDouble("exposed_comm_ms")).isEqualTo(1.7);
        assertThat(step.getDouble("compute_ms")).isEqualTo(0.5);
        assertThat(step.getDouble("copy_ms")).isEqualTo(0.05);
        assertThat(step.getDouble("host_ms")).isCloseTo(0.75, within(1e-9));
        assertThat(traces.link().collectives().stringColumn("type").asList())
                .containsExactly("all_to_all", "all_to_all", "all_reduce", "all_reduce");
        // The same in the simulated run: what cannot be simulated is replayed, and stays communication.
        Row rank =
                traces.link().toEt().repair().simulate(Topology.ring(1)).ranks().row(0);
        assertThat(rank.getDouble("exposed_comm_ms")).isCloseTo(1.7, within(1e-6));
        assertThat(rank.getDouble("compute_ms")).isCloseTo(0.5, within(1e-6));
        assertThat(rank.getDouble("copy_ms")).isCloseTo(0.05, within(1e-6));
    }

    @Test
    void waitingForALateRankIsNoTransfer() throws IOException {
        String name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
        device(0, kernel(name, 100, 2600, 7));
        device(1, kernel(name, 2100, 600, 7));
        Table steps = Traces.load(dir.toString()).steps();
        assertThat(steps.doubleColumn("waiting_ms").asList()).containsExactly(2.0, 0.0);
        assertThat(steps.doubleColumn("exposed_comm_ms").asList()).containsExactly(0.6, 0.6);
        assertThat(steps.doubleColumn("comm_ms").asList()).containsExactly(2.6, 0.6);
    }

    @Test
    void publishedExpertParallelTraceCommunicatesMostOfItsTime() {
        var rank = Traces.load(
                        Shared.dir("recordings", "pub_deepseek_ep64_h800").toString())
                .set()
                .ranks()
                .get(0);
        var whole = new RankTrace(rank.rank(), rank.host(), rank.device(), rank.clockOffsetNanos(), List.of());
        StepActivity all = StepActivity.of(whole, PartnerWaits.none()).get(0);
        assertThat(all.wallNanos() / 1e6).isCloseTo(129.6, within(0.05));
        assertThat(all.split().commNanos() / 1e6).isCloseTo(113.4, within(0.05));
        assertThat(all.split().exposedNanos() / 1e6).isCloseTo(4.2, within(0.05));
    }

    private void device(int rank, String events) throws IOException {
        Files.writeString(
                dir.resolve("device_" + rank + ".json"),
                "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": " + rank + ", \"world_size\": 2},"
                        + " \"traceEvents\": [{\"ph\": \"X\","
                        + " \"cat\": \"user_annotation\","
                        + " \"name\": \"ProfilerStep#1\","
                        + " \"ts\": 0, \"dur\": 3000,"
                        + " \"pid\": 1, \"tid\": 1, \"args\":"
                        + " {}}" + events + "]}");
    }

    private static String kernel(String name, int start, int duration, int stream) {
        return gpu("kernel", name, start, duration, stream);
    }

    private static String gpu(String category, String name, int start, int duration, int stream) {
        return String.format(
                Locale.ROOT,
                ",{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"ts\": %d, \"dur\": %d, \"pid\": 0, \"tid\": %d,"
                        + " \"args\": {\"device\": 0, \"stream\": %d}}",
                category,
                name,
                start,
                duration,
                stream,
                stream);
    }
}

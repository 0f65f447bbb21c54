// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.ms;
import static org.etude.unit.Units.us;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.network.CongestionControl;
import org.etude.store.StoreException;
import org.etude.table.TableCsv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.Table;

/** What is saved is opened again equal. */
class SaveTest {
    private static final Recording[] ALL = Recording.values();

    @TempDir
    Path dir;

    static Stream<Simulation> runs() {
        Workload ring =
                Workload.of(8, r -> r.compute("forward", us(100 + r.rank())).allReduce("gradients", mib(2)));
        Workload same = Workload.of(16, r -> r.compute("forward", us(50)).allReduce("gradients", mib(1)));
        return Stream.of(
                ring.simulate(
                        Topology.torus(4, 2), s -> s.fidelity(Fidelity.ANALYTIC).record(ALL)),
                ring.simulate(Topology.ring(8), s -> s.fidelity(Fidelity.AWARE).record(ALL)),
                ring.simulate(Topology.fatTree(4, 2).bandwidth(gbps(100)), s -> s.record(ALL)
                        .packets(p -> p.congestionControl(CongestionControl.DCQCN)
                                .backgroundFlow(0, 3, mib(1), us(1))
                                .payload(bytes(4096)))),
                ring.simulate(
                        Topology.ring(8), s -> s.fidelity(Fidelity.ANALYTIC).record()),
                same.simulate(Topology.switched(16), s -> s.fidelity(Fidelity.AWARE)),
                same.simulate(Topology.switched(16), s -> s.fidelity(Fidelity.ANALYTIC)),
                ring.simulate(
                        Topology.ring(8),
                        s -> s.fidelity(Fidelity.AWARE).record(ALL).limitSimulatedTime(us(150))),
                Workload.of(8, r -> r.compute("mm", 1_000_000_000L, mib(1)).allReduce("gradients", mib(2)))
                        .simulate(Topology.ring(8), s -> s.fidelity(Fidelity.ANALYTIC)
                                .system(b -> b.roofline(true, 100).localMemoryGBps(1600))));
    }

    private static List<Table> tables(Simulation sim) {
        boolean ops = sim.result().ops().isPresent();
        Table none = Table.create();
        boolean packets = sim.packets().isPresent();
        return List.of(
                sim.ranks(),
                ops ? sim.ops() : none,
                ops ? sim.collectives() : none,
                sim.result().messages().isPresent() ? sim.messages() : none,
                sim.hasLinks() ? sim.links() : none,
                packets ? sim.flows() : none,
                packets ? sim.ports() : none,
                packets && sim.packets().orElseThrow().series().isPresent() ? sim.portSeries() : none,
                sim.findings(),
                ops && sim.isComplete() ? sim.whatIf(w -> w.links(2), w -> w.compute(0.5)) : none,
                ops ? sim.exposedComm() : none,
                ops ? sim.stragglers() : none);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aRunIsOpenedEqual(Simulation run) {
        Path file = dir.resolve("deep/run.etude");
        run.save(file);
        Simulation again = Simulation.read(file);

        assertThat(again).hasToString(run.toString());
        assertThat(again.isComplete()).isEqualTo(run.isComplete());
        assertThat(again.stepTime()).isEqualTo(run.stepTime());
        List<Table> before = tables(run);
        List<Table> after = tables(again);
        for (int i = 0; i < before.size(); i++) {
            assertThat(TableCsv.text(after.get(i))).isEqualTo(TableCsv.text(before.get(i)));
        }
        assertThat(again.result().peakMemory().isPresent())
                .isEqualTo(run.result().peakMemory().isPresent());
        assertThat(again.result().finishOrder()).isEqualTo(run.result().finishOrder());
        if (run.result().ops().isPresent()) {
            again.exportPerfetto(dir.resolve("again.json").toString());
            run.exportPerfetto(dir.resolve("run.json").toString());
            assertThat(dir.resolve("again.json")).hasSameBinaryContentAs(dir.resolve("run.json"));
        }
        again.save(dir.resolve("again.etude"));
        assertThat(dir.resolve("again.etude")).hasSameBinaryContentAs(file);
    }

    @Test
    void aStallIsOpenedWithItsReport() {
        Workload waits = Workload.of(2, r -> {
            if (r.rank() == 0) {
                r.receive("never sent", 1, bytes(8), 0);
            } else {
                r.compute("alone", us(1));
            }
        });
        Simulation run = waits.simulate(
                Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC).compat());
        Simulation again = Simulation.read(run.save(dir.resolve("x")) == run ? dir.resolve("x") : null);
        assertThat(again.result().stall().orElseThrow())
                .hasMessage(run.result().stall().orElseThrow().getMessage());
        assertThat(again.result().stall().orElseThrow().details().findings())
                .isEqualTo(run.result().stall().orElseThrow().details().findings());
    }

    @Test
    void tracesAndLinksAreOpenedEqual() {
        Traces traces = Traces.load("data/moe-2");
        traces.save(dir.resolve("t.etude"));
        Traces again = Traces.read(dir.resolve("t.etude"));
        assertThat(again).hasToString(traces.toString());
        assertEqual(traces.ranks(), again.ranks());
        assertEqual(traces.steps(), again.steps());
        assertEqual(traces.findings(), again.findings());

        LinkedTraces linked = traces.link(l -> l.assumeGeneric(CollectiveType.ALL_REDUCE));
        linked.save(dir.resolve("l.etude").toString());
        LinkedTraces linkedAgain = LinkedTraces.read(dir.resolve("l.etude").toString());
        assertEqual(linked.report(), linkedAgain.report());
        assertEqual(linked.collectives(), linkedAgain.collectives());
        assertEqual(linked.unmatched(), linkedAgain.unmatched());
        assertEqual(linked.findings(), linkedAgain.findings());
        assertEqual(linked.arrivals(), linkedAgain.arrivals());
        assertEqual(linked.toEt().nodes(), linkedAgain.toEt().nodes());
    }

    @Test
    void aCutStepIsOpenedEqual() {
        Traces step = Traces.load(SmallTraces.write(dir.resolve("traces"), 2).toString())
                .step(2);
        Traces again = Traces.read(step.save(dir.resolve("s")).equals(step) ? dir.resolve("s") : null);
        assertEqual(step.steps(), again.steps());
        assertEqual(step.link().toEt().nodes(), again.link().toEt().nodes());
    }

    @Test
    void aPredictionByTimingsIsOpenedWithThem() throws IOException {
        Path timings = Files.writeString(
                dir.resolve("timings.csv"),
                "type,ranks,size_bytes,time_us\nall_reduce,8,1024,10\nall_reduce,8,4194304,900\n");
        Workload ring = Workload.of(8, r -> r.compute("forward", us(100)).allReduce("gradients", mib(2)));
        Simulation run = ring.simulate(Topology.ring(8), s -> s.calibration(timings.toString()));
        run.save(dir.resolve("run"));
        Simulation again = Simulation.read(dir.resolve("run"));
        assertThat(again.changed(w -> w.compute(2)).stepTime())
                .isEqualTo(run.changed(w -> w.compute(2)).stepTime());
    }

    private static void assertEqual(Table before, Table after) {
        assertThat(TableCsv.text(after)).isEqualTo(TableCsv.text(before));
    }

    private Path saved() {
        Path file = dir.resolve("run.etude");
        Workload.of(2, r -> r.compute("forward", ms(1)).allReduce("gradients", mib(1)))
                .simulate(Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC))
                .save(file);
        return file;
    }

    @Test
    void aFileSaysWhatItIs() throws IOException {
        byte[] all = Files.readAllBytes(saved());
        String line =
                new String(all, StandardCharsets.ISO_8859_1).lines().findFirst().orElseThrow();
        assertThat(line).startsWith("etude simulation 2 ");
        assertThatThrownBy(() -> Traces.read(dir.resolve("run.etude")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("holds simulation, not traces");
        assertThat(Simulation.read(dir))
                .hasToString(Simulation.read(dir.resolve("run.etude")).toString());
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        byte[] all = Files.readAllBytes(saved());
        Path cut = dir.resolve("cut");
        for (int length = 0; length < all.length; length += 1 + length / 50) {
            Files.write(cut, Arrays.copyOf(all, length));
            assertThatThrownBy(() -> Simulation.read(cut))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cut: ");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void damageIsRefused(long seed) throws IOException {
        byte[] all = Files.readAllBytes(saved());
        int from = new String(all, StandardCharsets.ISO_8859_1).indexOf('\n') + 11;
        Random random = new Random(seed);
        Path damaged = dir.resolve("damaged");
        for (int i = 0; i < 40; i++) {
            byte[] copy = all.clone();
            copy[from + random.nextInt(all.length - from)] ^= (byte) (1 + random.nextInt(255));
            if (!Arrays.equals(inflated(copy, from), inflated(all, from))) {
                Files.write(damaged, copy);
                assertThatThrownBy(() -> Simulation.read(damaged)).isInstanceOf(StoreException.class);
            }
        }
    }

    /** What the compressed part holds, null if it cannot be read: a repetition may be written in several ways. */
    private static byte[] inflated(byte[] file, int behindHeader) {
        int header = 10;
        try (GZIPInputStream in = new GZIPInputStream(
                new ByteArrayInputStream(file, behindHeader - header, file.length - behindHeader + header))) {
            return in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anotherFormatIsNamed(int format) throws IOException {
        byte[] all = Files.readAllBytes(saved());
        String text = new String(all, StandardCharsets.ISO_8859_1)
                .replaceFirst("simulation 2 ", "simulation " + format + " ");
        Path other = Files.write(dir.resolve("other"), text.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Simulation.read(other))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has format " + format + ", written by")
                .hasMessageContaining("this version reads format 2");
        assertThatThrownBy(() -> Simulation.read(dir.resolve("nothing")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nothing: cannot be read");
        Files.writeString(other, "rank,step\n");
        assertThatThrownBy(() -> Simulation.read(other)).hasMessageContaining("is not a value saved by Etude");
    }
}

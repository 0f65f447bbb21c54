// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.etude.network.analytic.UnawareNetwork;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.engine.Engine;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.store.StoreException;
import org.etude.store.StoredFile;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of checkpoints: what is refused, and what stays when something goes wrong. */
class RunCheckpointTest {
    private static final int GZIP_HEADER = 10;

    @TempDir
    private Path dir;

    private final List<String> reported = new ArrayList<>();

    private static Scenario scenario() {
        Scenario plain = Cases.same(LogicalTopology.ring(4), Cases.work(1, 5), Cases.collective(2, 0, 100_000, 1));
        return plain.options(plain.options().symmetry(SimOptions.Symmetry.OFF));
    }

    private CheckpointPlan plan(String name) {
        return new CheckpointPlan(dir.resolve(name), 0, 8, "job", "settings", false, reported::add);
    }

    /** The file of a run that was interrupted before its first event. */
    private Path saved() {
        CheckpointPlan plan = plan("saved");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Simulator.run(scenario(), RunCheckpoint.of(plan)))
                .hasMessage("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        return plan.file();
    }

    @Test
    void whatIsDamagedIsRefusedBeforeItIsUsed() throws IOException {
        byte[] whole = Files.readAllBytes(saved());
        for (int length = 0; length < whole.length; length += 1 + whole.length / 40) {
            refused(Arrays.copyOf(whole, length));
        }
        int first = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1 + GZIP_HEADER;
        for (int at = first; at < whole.length; at += 1 + whole.length / 40) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 0x10;
            if (!Arrays.equals(content(flipped), content(whole))) {
                refused(flipped);
            }
        }
    }

    /** What is packed in a file; nothing when it cannot be unpacked. Some bits of a packed file mean nothing. */
    private static byte[] content(byte[] file) {
        int line = new String(file, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(file, line, file.length - line))) {
            return in.readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private void refused(byte[] bytes) throws IOException {
        Path file = Files.write(dir.resolve("damaged"), bytes);
        assertThatThrownBy(() -> RunCheckpoint.of(plan("damaged")))
                .isInstanceOf(EtudeException.class)
                .hasMessageStartingWith(file.toString());
    }

    @Test
    void aFileThatWasCutSaysSo() throws IOException {
        Path file = dir.resolve("cut");
        StoredFile.write(file, "checkpoint", new CheckpointHead("b", "job", "settings", 0, "", 0, 0, 0));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> RunCheckpoint.of(plan("cut")))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ends too early");
    }

    @Test
    void aSavedRunOfAnotherKindIsRefused() {
        Path file = dir.resolve("other");
        StoredFile.write(file, "plan", new CheckpointHead("b", "job", "settings", 0, "", 0, 0, 0));
        assertThatThrownBy(() -> RunCheckpoint.of(plan("other")))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": holds plan, not checkpoint");
    }

    @Test
    void theCheckpointOfAnotherBuildIsRefused() {
        Path file = dir.resolve("old");
        StoredFile.write(file, "checkpoint", new CheckpointHead("b", "job", "settings", 0, "", 0, 0, 0));
        assertThatThrownBy(() -> RunCheckpoint.of(plan("old")))
                .isInstanceOf(SimulationException.class)
                .hasMessageStartingWith(file + ": is the checkpoint of a run by another build of Etude");
        assertThat(EngineBuild.name()).hasSize(64).isEqualTo(EngineBuild.name());
    }

    @Test
    void aRunContinuesWhenItCannotBeSaved() throws IOException {
        Files.writeString(dir.resolve("file"), "no directory");
        CheckpointPlan plan = plan("file/below");
        assertThat(Simulator.run(scenario(), RunCheckpoint.of(plan)).ticks())
                .isEqualTo(Simulator.run(scenario()).ticks());
        assertThat(reported).isNotEmpty().allMatch(what -> what.contains("cannot be written"));
    }

    @Test
    void anEngineOfOtherObjectsHasAnotherPrint() {
        Scenario four = scenario();
        Scenario five = Cases.same(LogicalTopology.ring(5), Cases.work(1, 5), Cases.collective(2, 0, 100_000, 1));
        assertThat(print(four)).isEqualTo(print(scenario())).isNotEqualTo(print(five));
    }

    private static long print(Scenario scenario) {
        Engine engine = new Engine(scenario, queue -> new UnawareNetwork(queue, scenario.topology(), false));
        return BuiltObjects.of(engine, new StateTypes()).print();
    }

    @Test
    void noClassButThoseOfAnEngineIsNamed() {
        for (String name : List.of("java.lang.ProcessBuilder", "org.etude.cli.Main", "no.such.Class", "org.etude.No")) {
            assertThatThrownBy(() -> StateTypes.named(name)).isInstanceOf(IOException.class);
        }
    }
}

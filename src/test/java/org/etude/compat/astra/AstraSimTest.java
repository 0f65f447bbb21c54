// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.astra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.et.wire.EtFiles;
import org.etude.report.Finding;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.SimOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AstraSimTest {
    @Test
    void printsTheReferencesLines(@TempDir Path dir) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int status = AstraSim.run(arguments(dir), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(status).isZero();
        String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\\R");
        assertThat(lines)
                .hasSize(12)
                .startsWith(
                        "[workload] [info] sys[1] finished, 6749 cycles, exposed communication 1749 cycles.",
                        "[statistics] [info] sys[1]. Post statistics processing start.",
                        "[statistics] [info] sys[1]. Post statistics processing end.",
                        "[statistics] [info] sys[1], Wall time: 6749",
                        "[statistics] [info] sys[1], GPU time: 5000",
                        "[statistics] [info] sys[1], Comm time: 1749");
    }

    /** C rounds the exact binary value, Java the shortest decimal that represents it. */
    @Test
    void decimalsAreRoundedAsInC() {
        // 0.0005 is 0.0005000000000000000104 in binary, 1.0005 is 1.000499999999999989...
        assertThat(AstraSimReport.decimals(0.0005, 3)).isEqualTo("0.001");
        assertThat(AstraSimReport.decimals(1.0005, 3)).isEqualTo("1.000");
        assertThat(AstraSimReport.decimals(0.125, 2)).isEqualTo("0.12");
        assertThat(AstraSimReport.memory(1536)).isEqualTo("1.50 KB");
    }

    @Test
    void unknownKeysAndMissingFilesAreReported(@TempDir Path dir) throws IOException {
        AstraSimArgs args = arguments(dir);
        assertThat(AstraSim.scenario(args).system().findings())
                .extracting(Finding::where)
                .containsExactly(args.system() + ": boost-mode");
        Files.delete(dir.resolve("w.1.et"));
        assertThatThrownBy(() -> AstraSim.scenario(args)).hasMessageContaining("rank 1: ");
        Files.writeString(args.system(), "{\"scheduling-policy\":\"RANDOM\"}");
        assertThatThrownBy(() -> SystemReader.read(args.system())).hasMessageContaining("\"RANDOM\" is unknown");
    }

    @Test
    void theAnalyticalBackendsSayThatTheyLeaveTheLogicalTopologyOut(@TempDir Path dir) throws IOException {
        AstraSimArgs args = arguments(dir);
        Path logical = Files.writeString(dir.resolve("l.json"), "{\"logical-dims\": [\"2\"]}");
        AstraSimArgs with = new AstraSimArgs(
                args.workload(),
                args.system(),
                args.network(),
                args.remoteMemory(),
                null,
                logical,
                false,
                dir,
                SimOptions.defaults());
        SimulationResult result = Simulator.run(AstraSim.scenario(with));
        assertThat(result.stepNs()).isEqualTo(6749);
        assertThat(result.report().findings())
                .extracting(Finding::what)
                .contains("logical dimensions ring:2 are not used");
        Files.writeString(logical, "{}");
        assertThatThrownBy(() -> AstraSim.scenario(with)).hasMessageContaining("l.json: has no key logical-dims");
    }

    /** Two ranks: 5 us of work, then an all-gather of 66,000 bytes in one chunk: 10 + trunc(500 + 66,000 / 53.687) + 10. */
    private static AstraSimArgs arguments(Path dir) throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            EtFiles.write(
                    Cases.graph(Cases.work(1, 5), Cases.collective(2, 2, 66_000, 1)), dir.resolve("w." + rank + ".et"));
        }
        Files.writeString(
                dir.resolve("s.json"),
                "{\"scheduling-policy\":\"LIFO\",\"endpoint-delay\":10,\"preferred-dataset-splits\":1,"
                        + "\"all-gather-implementation\":[\"ring\"],\"boost-mode\":1}");
        Files.writeString(
                dir.resolve("n.yml"),
                "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        Files.writeString(dir.resolve("m.json"), "{\"memory-type\":\"NO_MEMORY_EXPANSION\"}");
        return new AstraSimArgs(
                dir.resolve("w"),
                dir.resolve("s.json"),
                dir.resolve("n.yml"),
                dir.resolve("m.json"),
                null,
                null,
                false,
                dir,
                SimOptions.defaults());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.etude.SeedCase;
import org.etude.Shared;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class PacketConformanceTest {
    private static String run(Path directory) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Conformance.run(directory, new PrintStream(said, true, StandardCharsets.UTF_8));
        return said.toString(StandardCharsets.UTF_8);
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> allSharedCasesAreEqual() {
        return Stream.of("ns3", "ns3-shipped", "ns3-linkdown", "ns3-groups")
                .map(folder -> Shared.dir("golden", folder))
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> {
                    String said = run(folder);
                    System.out.print(said);
                    assertThat(said).endsWith(" cases, 0 differ\n");
                }));
    }

    @TestFactory
    Stream<DynamicTest> someOfEachKindAreEqual() {
        return Stream.of(
                        "seed_62148",
                        "seed_186444",
                        "incast7_nowin_100G_cc1_buf1_pfc1",
                        "compete2_100G_cc10",
                        "cc3_all_to_all_r8_star_100G_1M",
                        "cc7_all_reduce_r8_clos_100G_1M",
                        "cc8_all_reduce_r8_star_100G_1M",
                        "loss_0.001",
                        "var_pausenic_ar4",
                        "var_chunk0back_ar4",
                        "dims_2x4_all_to_all_1M",
                        "hostring8_shipped_ar_1M")
                .map(name -> Shared.dir("golden", "ns3", name))
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> assertThat(run(folder))
                        .isEqualTo("1 cases, 0 differ\n")));
    }

    /** The first of the seeds, from its parameters: 1 MiB all-reduce, two ranks, one switch. */
    @Test
    void theSeedsFigure(@TempDir Path directory) throws IOException {
        write(directory, 62_148);
        assertThat(run(directory)).isEqualTo("1 cases, 0 differ\n");
    }

    @Test
    void aDifferenceIsNamed(@TempDir Path directory) throws IOException {
        write(directory, 62_149);
        assertThat(run(directory))
                .contains("rank 0 finishes at 62148, expected 62149")
                .endsWith("1 cases, 1 differ\n");
    }

    private static void write(Path directory, long cycles) throws IOException {
        SeedCase.write(directory);
        Files.writeString(
                directory.resolve("result.json"),
                "{\"rc\": 0, \"cycles\": [" + cycles + ", " + cycles + "], \"pfc_events\": 0}");
        StringBuilder rows = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            long start = 10 + k / 2 * 15_537L + k % 2 * 7885L;
            String zero = "0b000001 0b000101 " + (10_000 + k) + " 100 131072 " + start + " 7632 7576\n";
            String one = "0b000101 0b000001 " + (10_000 + k) + " 100 131072 " + start + " 7632 7576\n";
            rows.append(k % 2 == 1 ? one + zero : zero + one);
        }
        Files.writeString(directory.resolve("fct.txt"), rows);
    }
}

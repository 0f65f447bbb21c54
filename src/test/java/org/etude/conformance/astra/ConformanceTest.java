// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.conformance.Conformance;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Scenario;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ConformanceTest {
    private static final String CASE = "{\"backend\":\"unaware\",\"npus\":4,"
            + "\"network\":{\"topology\":[\"Ring\"],\"npus_count\":[4],\"bandwidth\":[50.0],\"latency\":[500.0]},"
            + "\"system\":{\"scheduling-policy\":\"LIFO\",\"endpoint-delay\":10,\"preferred-dataset-splits\":1,"
            + "\"all-gather-implementation\":[\"ring\"],\"local-mem-bw\":50},"
            + "\"workload\":{\"all\":\"a\"},\"nodes\":{\"a\":[{\"id\":1,\"type\":\"COMM_COLL_NODE\",\"attr\":"
            + "{\"comm_type\":{\"int64_val\":2},\"comm_size\":{\"int64_val\":4096}}}]}}";

    /** T = E + k (net + E): 10 + 3 (trunc(500 + 4096 / 53.687) + 10) = 10 + 3 x 586. */
    private static final String FINISH = "1768,1768,1768,1768";

    @TestFactory
    Stream<DynamicTest> sharedCasesAreEqual() {
        List<Path> folders = Stream.of("open", "upstream")
                .map(folder -> Shared.dir("golden", "astra", folder))
                .toList();
        return folders.stream()
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> {
                    String said = run(folder);
                    System.out.print(said);
                    assertThat(said).endsWith(" cases, 0 differ\n");
                }));
    }

    /** Every recorded run that stalls in chunk queues ends under stall-free scheduling. */
    @TestFactory
    Stream<DynamicTest> stallFreeSchedulingSolvesTheRecordedStalls() {
        Path folder = Shared.dir("golden", "astra", "open");
        return Stream.of(
                        "m-roundRobin-SCF-3d-ar-q1",
                        "m-roundRobin-SCF-3d-rs-q1",
                        "m-themis-FIFO-3d-ag-q1",
                        "m-themis-SCF-3d-ar-q1",
                        "m-themis-SCF-3d-ar-q2",
                        "m-themis-SCF-3d-rs-q1")
                .map(folder::resolve)
                .map(dir -> DynamicTest.dynamicTest(dir.getFileName().toString(), () -> {
                    Scenario scenario = new AstraCase(dir).scenario();
                    assertThatThrownBy(() -> Simulator.run(scenario))
                            .isInstanceOf(StallException.class)
                            .hasMessageContaining("cycle of");
                    assertThat(Simulator.run(scenario.options(scenario.options().stallFree(true)))
                                    .complete())
                            .isTrue();
                }));
    }

    @Test
    void equalCaseCountsAsEqual(@TempDir Path dir) throws IOException {
        write(dir.resolve("one"), FINISH);
        assertThat(run(dir)).isEqualTo("1 cases, 0 differ\n");
        assertThat(run(dir.resolve("one"))).isEqualTo("1 cases, 0 differ\n");
    }

    @Test
    void differenceIsNamed(@TempDir Path dir) throws IOException {
        write(dir.resolve("one"), "1768,1769,1768,1768");
        assertThat(run(dir)).isEqualTo("one: finish: rank 1 is 1768, expected 1769\n1 cases, 1 differ\n");
    }

    @Test
    void unknownLayoutIsSkippedAloud(@TempDir Path dir) throws IOException {
        Files.createDirectories(dir.resolve("other"));
        Files.writeString(dir.resolve("other/spec.json"), "{}");
        write(dir.resolve("one"), "1768,1768,1768,1768");
        assertThat(run(dir)).isEqualTo("other: skipped, its layout is not known\n1 cases, 0 differ\n");
    }

    @Test
    void nothingThatCouldBeRunIsAnError(@TempDir Path dir) throws IOException {
        Files.createDirectories(dir.resolve("other"));
        Files.writeString(dir.resolve("other/spec.json"), "{}");
        assertThatThrownBy(() -> run(dir))
                .isInstanceOf(EtudeException.class)
                .hasMessageStartingWith(dir + ": holds no case of a known layout");
    }

    private static void write(Path dir, String finish) throws IOException {
        Files.createDirectories(dir);
        Files.writeString(dir.resolve("case.json"), CASE);
        Files.writeString(
                dir.resolve("expected.json"),
                "{\"exit\":0,\"finished\":4,\"sys\":{\"sys\":[0,1,2,3],\"finish\":[" + finish
                        + "]},\"finish_order\":[3,0,1,2]}");
    }

    private static String run(Path dir) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Conformance.run(dir, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.SeedCase;
import org.etude.Shared;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtFiles;
import org.etude.sim.spec.Cases;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The seed's figure through the shell: 62,148 cycles for a 1 MiB all-reduce of two ranks over one switch. */
class PacketBackendTest {
    @TempDir
    Path directory;

    @BeforeEach
    void inputs() throws IOException {
        SeedCase.write(directory);
    }

    private TestShell run(Object... more) {
        List<Object> args = new ArrayList<>(List.of(
                "astra-sim",
                "--backend=packet",
                "--workload-configuration=" + directory.resolve("wl/w"),
                "--system-configuration=" + directory.resolve("system.json"),
                "--network-configuration=" + directory.resolve("config.txt"),
                "--remote-memory-configuration=" + directory.resolve("memory.json")));
        args.addAll(List.of(more));
        return TestShell.run(args.toArray());
    }

    @Test
    void printsTheReferencesLinesAndWritesItsFiles() throws IOException {
        TestShell shell = run(
                "--logical-topology-configuration=" + directory.resolve("logical.json"),
                "--fct=" + directory.resolve("fct.txt"),
                "--pfc=" + directory.resolve("pfc.txt"),
                "--qlen=" + directory.resolve("qlen.txt"));
        assertThat(shell.code()).as(shell.err()).isZero();
        assertThat(shell.out()).contains("sys[0] finished, 62148 cycles", "sys[1] finished, 62148 cycles");
        assertThat(Files.readAllLines(directory.resolve("fct.txt")))
                .hasSize(16)
                .contains("0b000001 0b000101 10007 100 131072 54506 7632 7576");
        assertThat(directory.resolve("pfc.txt")).isEmptyFile();
        // The first span of 1 us: 24 whole packets and one under way, of 1036 bytes in 41 ns each.
        assertThat(Files.readAllLines(directory.resolve("qlen.txt")).get(0)).startsWith("0 1000 2 1 ");
    }

    private TestShell pair(EtGraph zero, EtGraph one, Object... more) {
        EtFiles.write(zero, directory.resolve("wl/w.0.et"));
        EtFiles.write(one, directory.resolve("wl/w.1.et"));
        List<Object> args = new ArrayList<>(List.of(
                "--logical-topology-configuration=" + directory.resolve("logical.json"),
                "--fct=" + directory.resolve("fct.txt")));
        args.addAll(List.of(more));
        return run(args.toArray());
    }

    /** The first message has arrived when the second is found missing. */
    @Test
    void aRunThatEndsWithAReasonWritesItsFlows() throws IOException {
        EtGraph zero = Cases.graph(Cases.send(1, 1, 131_072, 5));
        EtGraph one = Cases.graph(Cases.receive(1, 0, 131_072, 5), Cases.receive(2, 0, 131_072, 6, 1));
        TestShell shell = pair(zero, one);
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.err()).contains("rank 1 waits for a message from rank 0 that is never sent");
        assertThat(Files.readAllLines(directory.resolve("fct.txt")))
                .containsExactly("0b000001 0b000101 10000 100 131072 0 7420 7576");
    }

    @Test
    void aHangIsReportedInCompatToo() {
        EtGraph zero = Cases.graph(Cases.work(1, 1));
        EtGraph one = Cases.graph(Cases.receive(1, 0, 131_072, 5));
        TestShell shell = pair(zero, one, "--compat");
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.out()).contains("sys[0] finished").doesNotContain("sys[1] finished");
        assertThat(shell.err()).contains("rank 1 waits for a message from rank 0 that is never sent");
    }

    /** ns-3 sends no packet for such a message and never ends. */
    @Test
    void emptyMessagesAreReportedAndHangInCompat() throws IOException {
        EtGraph zero = Cases.graph(Cases.send(1, 1, 0, 5));
        EtGraph one = Cases.graph(Cases.receive(1, 0, 0, 5));
        TestShell shell = pair(zero, one);
        assertThat(shell.code()).as(shell.err()).isZero();
        assertThat(shell.err()).contains("messages of 0 bytes are sent");
        assertThat(Files.readAllLines(directory.resolve("fct.txt")))
                .singleElement()
                .asString()
                .startsWith("0b000001 0b000101 10000 100 0 0 ");
        TestShell hangs = pair(zero, one, "--compat");
        assertThat(hangs.code()).isEqualTo(1);
        assertThat(hangs.err()).contains("1 of them are messages of 0 bytes, for which the reference sends no packet");
        assertThat(directory.resolve("fct.txt")).isEmptyFile();
    }

    /** What was ignored or assumed goes to stderr, since the reference's lines have no place for it. */
    @Test
    void findingsAccompanyTheReferencesLines() throws IOException {
        Path config = directory.resolve("config.txt");
        Files.writeString(config, Files.readString(config) + "SIMULATOR_STOP_TIME 3\n");
        TestShell shell = run("--logical-topology-configuration=" + directory.resolve("logical.json"));
        assertThat(shell.out()).contains("sys[0] finished, 62148 cycles").doesNotContain("etude:");
        assertThat(shell.err()).contains("SIMULATOR_STOP_TIME");
    }

    /** The reference's own fct.txt and pfc.txt, recorded; its qlen.txt has no counterpart that could be equal. */
    @TestFactory
    Stream<DynamicTest> writesTheFilesThatTheReferenceWrote() {
        return Stream.of("incast7_nowin_100G_cc1_buf1_pfc1", "incast_dumbbell_nowin_buf1", "var_pausenic_ar4")
                .map(name -> Shared.dir("golden", "ns3", name))
                .map(recorded -> DynamicTest.dynamicTest(recorded.getFileName().toString(), () -> {
                    Path out = directory.resolve(recorded.getFileName());
                    TestShell shell = TestShell.run(
                            "astra-sim",
                            "--backend=packet",
                            "--workload-configuration=" + recorded.resolve("wl").resolve(prefix(recorded)),
                            "--system-configuration=" + recorded.resolve("system.json"),
                            "--network-configuration=" + recorded.resolve("config.txt"),
                            "--logical-topology-configuration=" + recorded.resolve("logical.json"),
                            "--remote-memory-configuration=" + recorded.resolve("memory.json"),
                            "--fct=" + out.resolve("fct.txt"),
                            "--pfc=" + out.resolve("pfc.txt"),
                            "--qlen=" + out.resolve("qlen.txt"),
                            "--format=json");
                    assertThat(shell.code()).as(shell.err()).isZero();
                    assertThat(lines(out.resolve("fct.txt"))).isEqualTo(lines(recorded.resolve("fct.txt")));
                    assertThat(lines(out.resolve("pfc.txt"))).isEqualTo(lines(recorded.resolve("pfc.txt")));
                    assertThat(bytesSent(out.resolve("qlen.txt"))).isEqualTo(bytesSent(shell));
                }));
    }

    private static String prefix(Path recorded) throws IOException {
        try (Stream<Path> files = Files.list(recorded.resolve("wl"))) {
            String name = files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(".0.et"))
                    .findFirst()
                    .orElseThrow();
            return name.substring(0, name.length() - ".0.et".length());
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(String::strip).toList();
    }

    /** Of all spans and ports together. */
    private static long bytesSent(Path qlen) throws IOException {
        return Files.readAllLines(qlen).stream()
                .mapToLong(line -> Long.parseLong(line.split(" ")[5]))
                .sum();
    }

    private static long bytesSent(TestShell shell) throws IOException {
        long sum = 0;
        for (JsonNode port : new ObjectMapper().readTree(shell.out()).get("ports")) {
            sum += port.get("sent_bytes").asLong();
        }
        return sum;
    }

    @Test
    void fastForwardChangesNothingButItsOwnReport() {
        String logical = "--logical-topology-configuration=" + directory.resolve("logical.json");
        TestShell on = run(logical, "--fct=" + directory.resolve("on.txt"), "--fast-forward=on");
        TestShell off = run(logical, "--fct=" + directory.resolve("off.txt"), "--fast-forward=off");
        assertThat(on.code()).as(on.err()).isZero();
        assertThat(off.code()).as(off.err()).isZero();
        assertThat(directory.resolve("on.txt")).hasSameTextualContentAs(directory.resolve("off.txt"));
        assertThat(run(logical, "--fast-forward=maybe").code()).isNotZero();
    }

    @Test
    void asksForTheLogicalTopology() {
        TestShell shell = run();
        assertThat(shell.code()).isNotZero();
        assertThat(shell.err()).contains("--logical-topology-configuration is missing");
    }

    @Test
    void simulatesOnAPhysicalNetworkOfTheLogicalOne() throws IOException {
        Path out = directory.resolve("out");
        TestShell shell = TestShell.run(
                "simulate", directory.resolve("wl/w"), "--fidelity", "packet", "--topology", "switch:2", "--out", out);
        assertThat(shell.code()).as(shell.err()).isZero();
        assertThat(Files.readAllLines(out.resolve("flows.csv"))).hasSize(1 + 4);
        assertThat(Files.readAllLines(out.resolve("ports.csv"))).hasSize(1 + 4);
    }
}

package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.EtAttribute;
import org.etude.et.EtFiles;
import org.etude.et.EtGraphBuilder;
import org.etude.et.EtNode;
import org.etude.et.EtNodeType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The seed's figure through the shell: 62,148 cycles for a 1 MiB all-reduce of two ranks over one switch. */
class PacketBackendTest {
    @TempDir
    Path directory;

    @BeforeEach
    void inputs() throws IOException {
        write(
                "config.txt",
                "TOPOLOGY_FILE topo.txt CC_MODE 12 L2_CHUNK_SIZE 4000 L2_ACK_INTERVAL 1 GLOBAL_T 0 VAR_WIN 1 "
                        + "RATE_AI 50Mb/s RATE_HAI 100Mb/s ENABLE_QCN 0 BUFFER_SIZE 32\n");
        write("topo.txt", "3 1 2\n2\n2 0 200Gbps 0.0005ms 0\n2 1 200Gbps 0.0005ms 0\n");
        write("logical.json", "{\"logical-dims\": [\"2\"]}");
        write("memory.json", "{\"memory-type\": \"NO_MEMORY_EXPANSION\"}");
        write(
                "system.json",
                "{\"scheduling-policy\": \"LIFO\", \"endpoint-delay\": 10, \"active-chunks-per-dimension\": 1, "
                        + "\"preferred-dataset-splits\": 4, \"all-reduce-implementation\": [\"ring\"], "
                        + "\"collective-optimization\": \"localBWAware\", \"local-mem-bw\": 1600}");
        for (int rank = 0; rank < 2; rank++) {
            EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
            graph.add(EtNode.of(
                    0,
                    "all_reduce",
                    EtNodeType.COMM_COLL,
                    EtAttribute.int64("comm_type", 0),
                    EtAttribute.int64("comm_size", 1 << 20)));
            EtFiles.write(graph.build(), directory.resolve("w." + rank + ".et"));
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private TestShell run(Object... more) {
        List<Object> args = new ArrayList<>(List.of(
                "astra-sim",
                "--backend=packet",
                "--workload-configuration=" + directory.resolve("w"),
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
                "simulate", directory.resolve("w"), "--network", "packet", "--topology", "switch:2", "--out", out);
        assertThat(shell.code()).as(shell.err()).isZero();
        assertThat(Files.readAllLines(out.resolve("flows.csv"))).hasSize(1 + 16);
        assertThat(Files.readAllLines(out.resolve("ports.csv"))).hasSize(1 + 4);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.etude.SmallTraces;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that take the place of other programs: their flags, files and exit codes. */
class DropInCommandsTest {
    @TempDir
    private Path dir;

    @Test
    void linkThenConvertThenViewAsWithTheOriginals() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 1);
        Path linked = dir.resolve("linked.0.json");
        TestShell link = TestShell.run(
                        "chakra-trace-link",
                        "--rank",
                        0,
                        "--chakra-host-trace",
                        traces.resolve("host_0.json"),
                        "--chakra-device-trace",
                        traces.resolve("device_0.json"),
                        "--output-file",
                        linked,
                        "--log-level",
                        "INFO")
                .exits(ExitCode.OK);
        assertThat(link.out()).isEmpty();
        Path et = dir.resolve("w.0.et");
        TestShell.run("chakra-converter", "PyTorch", "--input", linked, "--output", et, "--simulate")
                .exits(ExitCode.OK);
        Path json = dir.resolve("w.json");
        view("chakra-jsonizer", et, json);
        assertThat(Files.readString(json)).contains("\"name\": \"Cijk_gemm\"").contains("ncclDevKernel_Generic_4");
        Path svg = dir.resolve("w.svg");
        view("chakra-visualizer", et, svg);
        assertThat(Files.readString(svg)).contains("<svg");
        Path dot = dir.resolve("w.dot");
        view("chakra-visualizer", et, dot);
        assertThat(Files.readString(dot)).contains("->");
    }

    @Test
    void whatIsReadIsNotOverwritten() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 1);
        Path host = traces.resolve("host_0.json");
        String before = Files.readString(host);
        TestShell link = TestShell.run(
                        "chakra-trace-link",
                        "--rank",
                        0,
                        "--chakra-host-trace",
                        host,
                        "--chakra-device-trace",
                        traces.resolve("device_0.json"),
                        "--output-file",
                        traces.resolve("../traces/host_0.json"))
                .exits(ExitCode.FAILED);
        assertThat(link.err()).contains("is also the file to read").contains("Name another output file.");
        assertThat(Files.readString(host)).isEqualTo(before);
        Path et = dir.resolve("w.0.et");
        EtFiles.write(new EtGraphBuilder("0.0.4", List.of()).build(), et);
        byte[] bytes = Files.readAllBytes(et);
        TestShell view = TestShell.run("chakra-jsonizer", "--input_filename", et, "--output_filename", et);
        assertThat(view.exits(ExitCode.FAILED).err()).contains("is also the file to read");
        assertThat(et).hasBinaryContent(bytes);
    }

    private static void view(String command, Path input, Path output) {
        TestShell shell = TestShell.run(command, "--input_filename", input, "--output_filename", output);
        assertThat(shell).isEqualTo(new TestShell(ExitCode.OK, "", ""));
    }

    @Test
    void textWorkloadsBecomeOneEtPerRank() throws IOException {
        Path text =
                Files.writeString(dir.resolve("w.txt"), "DATA\n1\nlayer -1 10 NONE 0 10 NONE 0 10 ALLREDUCE 1024 5\n");
        Path out = dir.resolve("out");
        TestShell.run(
                        "chakra-converter",
                        "Text",
                        "--input",
                        text,
                        "--output",
                        out.resolve("w"),
                        "--num-npus",
                        3,
                        "--num-passes",
                        1)
                .exits(ExitCode.OK);
        assertThat(TestShell.files(out)).containsExactly("w.0.et", "w.1.et", "w.2.et");
        TestShell bad = TestShell.run(
                        "chakra-converter",
                        "Text",
                        "--input",
                        dir.resolve("none"),
                        "--output",
                        "x",
                        "--num-npus",
                        1,
                        "--num-passes",
                        1)
                .exits(ExitCode.FAILED);
        assertThat(bad.err().lines()).hasSize(2);
    }

    @Test
    void aConverterWithoutASortIsAUsageError() {
        assertThat(TestShell.run("chakra-converter").exits(ExitCode.USAGE).err())
                .startsWith("etude: say what to convert: PyTorch or Text\n");
    }

    @Test
    void aTimelineIsMadeOfALog() throws IOException {
        Path log = Files.writeString(
                dir.resolve("log"), "issue,0=npu,1000=cycle,1=id,COMP_NODE=name\n".replaceAll("=[a-z]+", "=x"));
        Path trace = dir.resolve("t.json");
        TestShell.run(timeline(log, trace, "1000")).exits(ExitCode.FAILED);
        Files.writeString(
                log, "issue,npu=0,cycle=1000,id=1,name=COMP_NODE\ncallback,npu=0,cycle=3000,id=1,name=COMP_NODE\n");
        assertThat(TestShell.run(timeline(log, trace, "1000"))).isEqualTo(new TestShell(ExitCode.OK, "", ""));
        assertThat(Files.readString(trace)).contains("COMP_NODE");
        assertThat(TestShell.run(timeline(log, trace, "1.5GHz"))
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("--npu_frequency");
    }

    private static Object[] timeline(Path log, Path trace, String megahertz) {
        return new Object[] {
            "chakra-timeline",
            "--input_filename",
            log,
            "--output_filename",
            trace,
            "--num_npus",
            1,
            "--npu_frequency",
            megahertz
        };
    }

    @Test
    void astraSimPrintsTheLinesOfTheOriginal() throws IOException {
        TestShell shell = TestShell.run(
                        astraSim("--compute-scale=1", "--logging-folder=x").toArray())
                .exits(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        // ring of 2, 4 MiB in 4 chunks of 1 MiB at 50 GiB/s and 500 ns: each chunk sends 512 KiB twice
        // 10 + 2 x (500 + 9765 + 10) = 20560 ns per chunk, one after the other: 82240; compute 100 + 50 us
        assertThat(shell.out())
                .contains("sys[0] finished, 232240 cycles, exposed communication 82240 cycles.")
                .contains("sys[1] finished, 232240 cycles, exposed communication 82240 cycles.");
    }

    @Test
    void astraSimGivesTablesToo() throws IOException {
        TestShell shell = TestShell.run(astraSim("--format=csv").toArray()).exits(ExitCode.OK);
        assertThat(shell.out())
                .startsWith("# ranks\nrank,finish_ns,")
                .contains("\n0,232240,0.23224,0.15,0.08224,0,0,0,0,0.08224,0,0,82240,0\n")
                .contains("# ops\nrank,node,name,")
                .contains("\n0,2,allreduce,comm_coll,comm,100000,182240,82.24\n")
                .contains("# sim_collectives\n")
                .doesNotContain("# links\n");
    }

    @Test
    void astraSimSaysWhatIsMissing() throws IOException {
        assertThat(TestShell.run("astra-sim").exits(ExitCode.USAGE).err())
                .startsWith("etude: --workload-configuration is missing\n  Give --workload-configuration=PATH.\n");
        List<Object> args = astraSim();
        Files.delete(dir.resolve("et/w.1.et"));
        assertThat(TestShell.run(args.toArray()).exits(ExitCode.FAILED).err()).startsWith("etude: rank 1: ");
    }

    @Test
    void aStallIsDiagnosedInsteadOfAHang() throws IOException {
        List<Object> args = astraSim();
        Path alone = SmallEts.write(dir.resolve("alone"), 1);
        Files.move(alone.resolve("w.0.et"), dir.resolve("other.0.et"));
        Files.write(dir.resolve("other.1.et"), etWithoutCollective());
        args.set(1, "--workload-configuration=" + dir.resolve("other"));
        TestShell shell = TestShell.run(args.toArray()).exits(ExitCode.FAILED);
        assertThat(shell.err()).startsWith("etude: ").contains("rank");
        assertThat(shell.err()).doesNotContain("\tat ");
    }

    private byte[] etWithoutCollective() throws IOException {
        EtGraph graph = new EtGraphBuilder("0.0.4", List.of())
                .add(EtNode.of(1, "alone", EtNodeType.COMP).withDurationMicros(5))
                .build();
        Path file = dir.resolve("single.et");
        EtFiles.write(graph, file);
        return Files.readAllBytes(file);
    }

    private List<Object> astraSim(String... more) throws IOException {
        Path ets = SmallEts.write(dir.resolve("et"), 2);
        Path system = Files.writeString(
                dir.resolve("system.json"),
                "{\"scheduling-policy\": \"LIFO\", \"endpoint-delay\": 10, \"active-chunks-per-dimension\": 1,"
                        + " \"preferred-dataset-splits\": 4, \"all-reduce-implementation\": [\"ring\"],"
                        + " \"collective-optimization\": \"localBWAware\"}");
        Path network = Files.writeString(
                dir.resolve("network.yml"),
                "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        Path memory = Files.writeString(dir.resolve("memory.json"), "{\"memory-type\": \"NO_MEMORY_EXPANSION\"}");
        List<Object> args = new ArrayList<>(List.of(
                "astra-sim",
                "--workload-configuration=" + ets.resolve("w"),
                "--system-configuration=" + system,
                "--network-configuration=" + network,
                "--remote-memory-configuration=" + memory));
        Collections.addAll(args, (Object[]) more);
        return args;
    }

    /** The original is silent: what it ignores must not end a script, but somebody may wait for its effect. */
    @Test
    void optionsThatAstraSimIgnoresAreTold() throws IOException {
        TestShell plain =
                TestShell.run(astraSim("--logging-folder=log").toArray()).exits(ExitCode.OK);
        TestShell told = TestShell.run(astraSim("--comm-scale=2", "--injection-scal=2", "--foo")
                        .toArray())
                .exits(ExitCode.OK);
        assertThat(plain.err()).isEmpty();
        assertThat(told.out()).isEqualTo(plain.out());
        assertThat(told.err())
                .contains(
                        "etude: --comm-scale has no effect, as in ASTRA-sim\n",
                        "etude: unknown option --injection-scal is ignored, as in ASTRA-sim\n"
                                + "  Did you mean '--injection-scale'?\n",
                        "etude: unknown option --foo is ignored, as in ASTRA-sim\n");
    }
}

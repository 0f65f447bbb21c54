package org.etude.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.base.Console;

/**
 * Runs what people run first, once, in one process, and shows nothing: the launcher lets the JVM archive the classes that this
 * loads, so that later processes start with them. Not a command.
 */
public final class Rehearsal {
    private static final String RECORDING = "cnn-2-hip";

    private Rehearsal() {}

    /** Takes the directory that holds {@code data}; without recordings it does less. */
    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length == 0 ? "" : args[0], "data", RECORDING);
        Path scratch = Files.createTempDirectory("etude-rehearsal-");
        try {
            play(data, scratch);
        } finally {
            delete(scratch);
        }
    }

    private static void play(Path data, Path scratch) {
        Main.main(Interruption.watch(), Console.ofProcess(), "--version");
        command("--help");
        command("--version");
        command("run", "--help");
        command("no-such-command");
        command("topology", "torus:4x4x8");
        workload(scratch);
        if (Files.isDirectory(data)) {
            command("load", data.toString());
            command("run", data.toString(), "--out", scratch.resolve("run").toString());
            command("simulate", scratch.resolve("run/repair").toString(), "--fidelity", "analytic", "--format", "csv");
        }
    }

    /** ASTRA-sim's way: a text, its ETs, and each of the three networks. */
    private static void workload(Path scratch) {
        String text = scratch.resolve("w.txt").toString();
        String ets = scratch.resolve("w").toString();
        try {
            Files.writeString(scratch.resolve("w.txt"), """
                    MICRO
                    1
                    conv 0 0 NONE 0 0 NONE 0 0 ALLREDUCE 65536 0
                    """);
            Files.writeString(scratch.resolve("net.yml"), """
                    topology: [ Ring ]
                    npus_count: [ 4 ]
                    bandwidth: [ 50.0 ]
                    latency: [ 500.0 ]
                    """);
            Files.writeString(scratch.resolve("sys.json"), """
                    {"scheduling-policy": "LIFO", "endpoint-delay": 10, "active-chunks-per-dimension": 1,
                     "preferred-dataset-splits": 4, "all-reduce-implementation": ["ring"],
                     "all-gather-implementation": ["ring"], "reduce-scatter-implementation": ["ring"],
                     "all-to-all-implementation": ["ring"], "collective-optimization": "localBWAware"}
                    """);
            Files.writeString(scratch.resolve("mem.json"), "{\"memory-type\": \"NO_MEMORY_EXPANSION\"}\n");
        } catch (IOException e) {
            return;
        }
        command("chakra-converter", "Text", "--input", text, "--output", ets, "--num-npus", "4", "--num-passes", "1");
        for (String backend : List.of("unaware", "aware")) {
            command(
                    "astra-sim",
                    "--backend=" + backend,
                    "--workload-configuration=" + ets,
                    "--system-configuration=" + scratch.resolve("sys.json"),
                    "--network-configuration=" + scratch.resolve("net.yml"),
                    "--remote-memory-configuration=" + scratch.resolve("mem.json"));
        }
        command("simulate", ets, "--topology", "ring:4");
    }

    private static void command(String... args) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Shell.run(new Console(nowhere, nowhere, false), args);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

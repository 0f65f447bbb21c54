// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.base.Console;

/**
 * Runs typical first commands once, in one process and without output: the launcher has the JVM archive the loaded
 * classes, so that later processes start with them. Not a command.
 */
public final class Rehearsal {
    private static final String RECORDING = "cnn-2-hip";
    private static final String RECORDING_OF_HOSTS = "moe-2";

    private Rehearsal() {}

    /** Takes the directory that contains {@code data}; without recordings it does less. */
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
        Main.spareSearches();
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
            String ets = scratch.resolve("run/repair").toString();
            command("simulate", ets, "--fidelity", "analytic", "--format", "csv");
            command("simulate", ets, "--topology", "ring:2", "--bandwidth", "65Gbps", "--latency", "14us");
            String hosts = data.resolveSibling(RECORDING_OF_HOSTS).toString();
            command("run", hosts, "--topology", "ring:2", "--bandwidth", "300Mbps", "--latency", "20us");
        }
    }

    /** Runs like ASTRA-sim: a text workload, its ETs, and each of the three networks. */
    private static void workload(Path scratch) {
        try {
            write(scratch);
        } catch (IOException e) {
            return;
        }
        String ets = scratch.resolve("w").toString();
        String text = scratch.resolve("w.txt").toString();
        command("chakra-converter", "Text", "--input", text, "--output", ets, "--num-npus", "4", "--num-passes", "1");
        astraSim(scratch, "unaware", "net.yml");
        astraSim(scratch, "aware", "net.yml");
        String flows = scratch.resolve("fct.txt").toString();
        String logical = scratch.resolve("logical.json").toString();
        String pauses = scratch.resolve("pfc.txt").toString();
        astraSim(
                scratch,
                "packet",
                "config.txt",
                "--logical-topology-configuration=" + logical,
                "--fct=" + flows,
                "--pfc=" + pauses);
        command("simulate", ets, "--topology", "ring:4");
        String messages = scratch.resolve("messages").toString();
        command("import", scratch.resolve("plan.xml").toString(), "--size", "64KiB", "--out", messages);
        command("simulate", messages, "--topology", "ring:2");
        command("scale", ets, "-n", "8", "--out", scratch.resolve("scaled").toString());
    }

    private static void astraSim(Path scratch, String backend, String network, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "astra-sim",
                "--backend=" + backend,
                "--workload-configuration=" + scratch.resolve("w"),
                "--system-configuration=" + scratch.resolve("sys.json"),
                "--network-configuration=" + scratch.resolve(network),
                "--remote-memory-configuration=" + scratch.resolve("mem.json")));
        arguments.addAll(List.of(more));
        command(arguments.toArray(new String[0]));
    }

    private static void write(Path scratch) throws IOException {
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
        Files.writeString(scratch.resolve("config.txt"), """
                ENABLE_QCN 1
                USE_DYNAMIC_PFC_THRESHOLD 1
                PACKET_PAYLOAD_SIZE 1000
                TOPOLOGY_FILE topo.txt
                CC_MODE 12
                RATE_AI 50Mb/s
                RATE_HAI 100Mb/s
                MIN_RATE 100Mb/s
                DCTCP_RATE_AI 1000Mb/s
                ERROR_RATE_PER_LINK 0.0000
                L2_CHUNK_SIZE 4000
                L2_ACK_INTERVAL 1
                HAS_WIN 1
                GLOBAL_T 1
                BUFFER_SIZE 32
                KMAX_MAP 1 100000000000 1600
                KMIN_MAP 1 100000000000 400
                PMAX_MAP 1 100000000000 0.2
                """);
        Files.writeString(scratch.resolve("topo.txt"), """
                5 1 4
                4
                4 0 100Gbps 0.001ms 0
                4 1 100Gbps 0.001ms 0
                4 2 100Gbps 0.001ms 0
                4 3 100Gbps 0.001ms 0
                """);
        Files.writeString(scratch.resolve("logical.json"), "{\"logical-dims\": [\"4\"]}\n");
        Files.writeString(scratch.resolve("sys.json"), """
                {"scheduling-policy": "LIFO", "endpoint-delay": 10, "active-chunks-per-dimension": 1,
                 "preferred-dataset-splits": 4, "all-reduce-implementation": ["ring"],
                 "all-gather-implementation": ["ring"], "reduce-scatter-implementation": ["ring"],
                 "all-to-all-implementation": ["ring"], "collective-optimization": "localBWAware"}
                """);
        Files.writeString(scratch.resolve("plan.xml"), """
                <algo name="pair" proto="Simple" nchannels="1" nchunksperloop="2" ngpus="2" coll="allreduce" inplace="1"
                 outofplace="0" minBytes="0" maxBytes="0">
                  <gpu id="0" i_chunks="2" o_chunks="2" s_chunks="0">
                    <tb id="0" send="1" recv="1" chan="0">
                      <step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
                      <step s="1" type="rrcs" srcbuf="i" srcoff="1" dstbuf="i" dstoff="1" cnt="1" depid="-1" deps="-1" hasdep="0"/>
                      <step s="2" type="r" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
                    </tb>
                  </gpu>
                  <gpu id="1" i_chunks="2" o_chunks="2" s_chunks="0">
                    <tb id="0" send="0" recv="0" chan="0">
                      <step s="0" type="s" srcbuf="i" srcoff="1" dstbuf="i" dstoff="1" cnt="1" depid="-1" deps="-1" hasdep="0"/>
                      <step s="1" type="rrcs" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
                      <step s="2" type="r" srcbuf="i" srcoff="1" dstbuf="i" dstoff="1" cnt="1" depid="-1" deps="-1" hasdep="0"/>
                    </tb>
                  </gpu>
                </algo>
                """);
        Files.writeString(scratch.resolve("mem.json"), "{\"memory-type\": \"NO_MEMORY_EXPANSION\"}\n");
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

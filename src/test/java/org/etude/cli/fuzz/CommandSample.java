// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.SmallTraces;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.compat.msccl.PlanSamples;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.tracer.TrioSimRecording;
import org.etude.flight.FlightLog;
import org.etude.trace.database.Databases;
import org.etude.trace.rocprof.RocprofFiles;

/**
 * A command with inputs that it can read.
 *
 * @param name what it is
 * @param files writes the inputs into a directory
 * @param arguments the command, with inputs in the first directory and results in the second
 * @param third which third of the changes of a file it meets in the plain tests, from 0, if other verbs read the same files
 *     in the same way; -1 for all of them
 */
record CommandSample(String name, Inputs files, Arguments arguments, int third) {
    private static final int PARTS = 3;
    private static final List<String> QUESTIONS = List.of(
            "kernels",
            "idle",
            "operators",
            "launches",
            "launch-queues",
            "copies",
            "memory",
            "sequences",
            "counters",
            "annotations",
            "flops",
            "bandwidth");
    private static final String SYSTEM =
            "{\"scheduling-policy\": \"LIFO\", \"endpoint-delay\": 10, \"active-chunks-per-dimension\": 1,"
                    + " \"preferred-dataset-splits\": 4, \"all-reduce-implementation\": [\"ring\"],"
                    + " \"collective-optimization\": \"localBWAware\"}";

    CommandSample(String name, Inputs files, Arguments arguments) {
        this(name, files, arguments, -1);
    }

    /** Samples that read the same files in the same way: each meets a third of their changes, the next one the next third. */
    private static Stream<CommandSample> alike(Stream<CommandSample> samples) {
        List<CommandSample> all = samples.toList();
        return IntStream.range(0, all.size())
                .mapToObj(i -> new CommandSample(all.get(i).name, all.get(i).files, all.get(i).arguments, i % PARTS));
    }

    /** Whether it meets this change of a file, counted from 0, in the plain tests. */
    boolean meets(int change) {
        return third < 0 || change % PARTS == third;
    }

    /** Writes the inputs. */
    interface Inputs {
        void write(Path in) throws IOException;
    }

    /** A command line. */
    interface Arguments {
        List<Object> of(Path in, Path out);
    }

    @Override
    public String toString() {
        return name;
    }

    static Stream<CommandSample> all() {
        return Stream.of(onTraces(), onEts(), onTables(), onTopologies(), onOtherTools())
                .flatMap(s -> s);
    }

    private static Stream<CommandSample> onTraces() {
        Stream<CommandSample> printed = Stream.concat(QUESTIONS.stream(), Stream.of("critical-path", "load", "check"))
                .map(verb -> new CommandSample(verb, in -> SmallTraces.write(in, 2), (in, out) -> List.of(verb, in)));
        Stream<CommandSample> written = Stream.of("run", "replay", "spread", "link", "convert")
                .map(verb -> new CommandSample(
                        verb, in -> SmallTraces.write(in, 2), (in, out) -> List.of(verb, in, "--out", out)));
        Stream<CommandSample> others = Stream.of(
                new CommandSample(
                        "traffic",
                        in -> SmallTraces.write(in, 2),
                        (in, out) -> List.of("traffic", in, "--ranks-per-node", 1)),
                new CommandSample(
                        "perfetto",
                        in -> SmallTraces.write(in, 2),
                        (in, out) -> List.of("perfetto", in, "-o", out.resolve("p.json.gz"))),
                new CommandSample(
                        "diff",
                        in -> SmallTraces.write(in.resolve("b"), 1),
                        (in, out) -> List.of("diff", "data/cnn-2", in.resolve("b"))),
                new CommandSample(
                        "parallelize",
                        in -> {
                            for (String file : List.of("host_0.json", "device_0.json")) {
                                try (var packed = new GZIPInputStream(
                                        Files.newInputStream(Path.of("data/gpt-1-h200", file + ".gz")))) {
                                    Files.copy(packed, in.resolve(file));
                                }
                            }
                        },
                        (in, out) -> List.of("parallelize", in, "--dp", 2, "--out", out)),
                new CommandSample(
                        "plot timeline",
                        in -> SmallTraces.write(in, 2),
                        (in, out) -> List.of("plot", "timeline", in, "-o", out.resolve("t.svg"))),
                new CommandSample(
                        "calibrate",
                        in -> SmallTraces.write(in, 2),
                        (in, out) ->
                                List.of("calibrate", in, "--fidelity", "analytic", "--append", out.resolve("a.csv"))));
        return Stream.concat(
                alike(Stream.of(printed, written, others).flatMap(s -> s)),
                Stream.of(database(), rocprofTables(), rocprofJson()));
    }

    private static CommandSample rocprofTables() {
        return new CommandSample(
                "kernels of rocprofv3's tables",
                in -> RocprofFiles.tables(in, "4242", 4242, 4, 2),
                (in, out) -> List.of("kernels", in));
    }

    private static CommandSample rocprofJson() {
        return new CommandSample(
                "kernels of rocprofv3's JSON",
                in -> RocprofFiles.json(in.resolve("4242_results.json"), 4242, 4, 2),
                (in, out) -> List.of("kernels", in));
    }

    private static CommandSample database() {
        return new CommandSample(
                "kernels of a database",
                in -> Databases.write(in.resolve("report1.sqlite"), Databases.NSYS_TABLES, Databases.nsys(1)),
                (in, out) -> List.of("kernels", in));
    }

    private static Stream<CommandSample> onEts() {
        Stream<CommandSample> ofEts = Stream.of(
                new CommandSample("validate", in -> SmallEts.write(in, 2), (in, out) -> List.of("validate", in)),
                new CommandSample(
                        "repair", in -> SmallEts.write(in, 2), (in, out) -> List.of("repair", in, "--out", out)),
                new CommandSample(
                        "simulate packets",
                        in -> SmallEts.write(in, 2, 1 << 16),
                        (in, out) -> List.of("simulate", in, "--topology", "ring:2", "--out", out)),
                new CommandSample(
                        "simulate analytic",
                        in -> SmallEts.write(in, 2),
                        (in, out) -> List.of("simulate", in, "--fidelity", "analytic", "--out", out)),
                new CommandSample(
                        "scale", in -> SmallEts.write(in, 2), (in, out) -> List.of("scale", in, "-n", 4, "--out", out)),
                new CommandSample(
                        "export",
                        in -> SmallEts.write(in, 2),
                        (in, out) -> List.of("export", in, "--goal", out.resolve("j.goal"))),
                new CommandSample(
                        "sweep",
                        in -> SmallEts.write(in, 2),
                        (in, out) -> List.of(
                                "sweep",
                                in,
                                "--topology",
                                "auto:1d",
                                "--fidelity",
                                "analytic",
                                "--no-cache",
                                "--out",
                                out)),
                new CommandSample(
                        "chakra-jsonizer",
                        in -> SmallEts.write(in, 1),
                        (in, out) -> List.of(
                                "chakra-jsonizer",
                                "--input_filename",
                                in.resolve("w.0.et"),
                                "--output_filename",
                                out.resolve("j.json"))),
                new CommandSample(
                        "chakra-visualizer",
                        in -> SmallEts.write(in, 1),
                        (in, out) -> List.of(
                                "chakra-visualizer",
                                "--input_filename",
                                in.resolve("w.0.et"),
                                "--output_filename",
                                out.resolve("j.dot"))));
        Stream<CommandSample> ofOthers = Stream.of(
                new CommandSample(
                        "simulate GOAL",
                        in -> {
                            Path ets = SmallEts.write(in.resolveSibling("ets"), 2, 1 << 16);
                            TestShell.run("export", ets, "--goal", in.resolve("j.goal"))
                                    .exits(ExitCode.OK);
                        },
                        (in, out) -> List.of("simulate", in.resolve("j.goal"), "--out", out)),
                new CommandSample(
                        "simulate with files",
                        CommandSample::described,
                        (in, out) -> List.of(
                                "simulate",
                                in.resolve("et"),
                                "--topology",
                                in.resolve("net.yaml"),
                                "--system",
                                in.resolve("system.json"),
                                "--packet-config",
                                in.resolve("config.txt"),
                                "--out",
                                out)),
                new CommandSample("kernels of a run", CommandSample::simulated, (in, out) -> List.of("kernels", in)),
                new CommandSample(
                        "critical path of a run", CommandSample::simulated, (in, out) -> List.of("critical-path", in)),
                new CommandSample("merge", CommandSample::parts, (in, out) -> List.of("merge", in)),
                new CommandSample(
                        "merge of converted ranks",
                        in -> shards(in, "convert", SmallTraces.write(in.resolveSibling("traces"), 2)),
                        (in, out) -> List.of("merge", in, "--out", out)),
                new CommandSample(
                        "merge of tables",
                        in -> shards(in, "kernels", SmallTraces.write(in.resolveSibling("traces"), 2)),
                        (in, out) -> List.of("merge", in, "--out", out)));
        return Stream.concat(alike(ofEts), ofOthers);
    }

    private static void described(Path in) throws IOException {
        SmallEts.write(in.resolve("et"), 2, 1 << 16);
        TestShell.run("topology", "switch:2", "--bandwidth", "100Gbps", "--out", in.resolve("net.yaml"))
                .exits(ExitCode.OK);
        write(in, "system.json", SYSTEM);
        Files.copy(Path.of("configs/packets/dcqcn.txt"), in.resolve("config.txt"));
    }

    private static void simulated(Path in) throws IOException {
        Path ets = SmallEts.write(in.resolveSibling("ets"), 2);
        TestShell.run("simulate", ets, "--fidelity", "analytic", "--out", in).exits(ExitCode.OK);
    }

    private static void parts(Path in) throws IOException {
        Path ets = SmallEts.write(in.resolveSibling("ets"), 2);
        for (int shard = 0; shard < 2; shard++) {
            TestShell.run(
                            "sweep",
                            ets,
                            "--topology",
                            "auto:1d",
                            "--vary",
                            "splits=1,2",
                            "--fidelity",
                            "analytic",
                            "--no-cache",
                            "--shard",
                            shard + "/2",
                            "--out",
                            in)
                    .exits(ExitCode.OK);
        }
    }

    private static void shards(Path in, Object... command) {
        for (int shard = 0; shard < 2; shard++) {
            List<Object> args = new ArrayList<>(List.of(command));
            args.addAll(List.of("--shard", shard + "/2", "--out", in));
            TestShell.run(args.toArray()).exits(ExitCode.OK);
        }
    }

    private static Stream<CommandSample> onTables() {
        String rows = "gpus,global_batch,micro_batch,hidden,heads,layers,sequence,tp,pp,step_ms\n"
                + "64,512,8,3072,32,30,2048,1,1,20000\n64,512,8,3072,32,30,2048,2,1,21000\n"
                + "64,512,8,3072,32,30,2048,4,1,24000\n";
        return Stream.of(
                new CommandSample(
                        "predict",
                        in -> write(in, "rows.csv", rows),
                        (in, out) -> List.of("predict", in.resolve("rows.csv"))),
                new CommandSample(
                        "fit",
                        in -> write(in, "rows.csv", rows),
                        (in, out) -> List.of("fit", in.resolve("rows.csv"), "--out", out.resolve("machine.csv"))),
                new CommandSample(
                        "predict by a machine",
                        in -> {
                            write(in, "rows.csv", rows);
                            TestShell.run("fit", in.resolve("rows.csv"), "--out", in.resolve("machine.csv"))
                                    .exits(ExitCode.OK);
                        },
                        (in, out) -> List.of(
                                "predict",
                                in.resolve("rows.csv"),
                                "--machine",
                                in.resolve("machine.csv"),
                                "--out",
                                out)),
                new CommandSample(
                        "calibrate timings",
                        in -> write(in, "bench.log", benchmark()),
                        (in, out) -> List.of("calibrate", "--timings", in.resolve("bench.log"), "--out", out)),
                new CommandSample(
                        "plot overlap of a table",
                        CommandSample::simulated,
                        (in, out) -> List.of("plot", "overlap", in, "-o", out.resolve("o.svg"))));
    }

    private static String benchmark() {
        StringBuilder text = new StringBuilder("""
            # nThread 1 nGpus 2 minBytes 1048576 maxBytes 8388608 step: 2(factor) warmup iters: 5 iters: 20
            # Using devices
            #  Rank  0 Group  0 Pid  10 on  host device  0 [0x07] NVIDIA H100
            #  Rank  1 Group  0 Pid  10 on  host device  1 [0x0f] NVIDIA H100
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            """);
        for (int size = 1 << 20; size <= 1 << 24; size *= 2) {
            double time = 10 + size / 30_000.0;
            double rate = size / time / 1000;
            text.append(String.format(
                    Locale.ROOT,
                    "%d %d float sum -1 %.2f %.2f %.2f 0 %.2f %.2f %.2f 0%n",
                    size,
                    size / 4,
                    time,
                    rate,
                    rate,
                    time,
                    rate,
                    rate));
        }
        return "# Collective test starting: all_reduce_perf\n" + text;
    }

    private static Stream<CommandSample> onTopologies() {
        return Stream.of(
                new CommandSample(
                        "topology files",
                        in -> TestShell.run("topology", "torus:2x2", "--out", in)
                                .exits(ExitCode.OK),
                        (in, out) -> List.of("topology", "file:" + in, "--out", out)),
                new CommandSample(
                        "topology of a node",
                        in -> write(in, "node.xml", """
                            <system version="1">
                              <cpu numaid="0" affinity="ff" arch="x86_64" vendor="AuthenticAMD" familyid="143" modelid="49">
                                <pci busid="0000:07:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
                                  <gpu dev="0" sm="80" rank="0" gdr="1"/>
                                </pci>
                                <pci busid="0000:0f:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
                                  <gpu dev="1" sm="80" rank="1" gdr="1"/>
                                </pci>
                              </cpu>
                            </system>
                            """),
                        (in, out) -> List.of("topology", in.resolve("node.xml"), "--out", out)),
                new CommandSample(
                        "topology of SimAI",
                        in -> TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 8, "-psn", 1, "--out", in)
                                .exits(ExitCode.OK),
                        (in, out) -> List.of("topology", in.resolve("Spectrum-X_8g_8gps_400Gbps_H100"), "--out", out)));
    }

    private static Stream<CommandSample> onOtherTools() {
        String simai =
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 8"
                        + " checkpoints: 0 checkpoint_initiates: 0 pp_comm: 0\n1\n"
                        + "layer\t-1\t100\tALLREDUCE\t65536\t100\tNONE\t0\t100\tNONE\t0\t100\n";
        return Stream.of(
                new CommandSample(
                        "flight",
                        in -> new FlightLog(2)
                                .add("0", 1, "all_reduce", 4, "completed", 1, 0, 1)
                                .write(in),
                        (in, out) -> List.of("flight", in, "--out", out)),
                new CommandSample(
                        "inspector",
                        in -> write(in, "host-pid1.log", """
                            {"header": {"id": "0x1", "comm_name": "tp", "rank": 0, "n_ranks": 2, "nnodes": 1}, "metadata": {"inspector_output_format_version": "v4.0", "pid": 1}, "coll_perf": {"coll": "AllReduce", "coll_sn": 1, "coll_msg_size_bytes": 1024, "coll_exec_time_us": 20, "coll_timing_source": "kernel_gpu", "coll_algobw_gbs": 1.0, "coll_busbw_gbs": 1.0}}
                            """),
                        (in, out) -> List.of("inspector", in, "--out", out)),
                new CommandSample(
                        "import XML",
                        in -> write(in, "p.xml", PlanSamples.ringAllReduce(2)),
                        (in, out) -> List.of("import", in.resolve("p.xml"), "--size", "1MiB", "--out", out)),
                new CommandSample(
                        "import JSON",
                        in -> write(in, "p.json", PlanSamples.putAllGather(2)),
                        (in, out) -> List.of("import", in.resolve("p.json"), "--size", "1MiB", "--out", out)),
                new CommandSample(
                        "astra-sim",
                        CommandSample::astra,
                        (in, out) -> List.of(
                                "astra-sim",
                                "--workload-configuration=" + in.resolve("et/w"),
                                "--system-configuration=" + in.resolve("system.json"),
                                "--network-configuration=" + in.resolve("network.yml"),
                                "--remote-memory-configuration=" + in.resolve("memory.json"))),
                new CommandSample(
                        "simai-analytical",
                        in -> write(in, "w.txt", simai),
                        (in, out) -> List.of(
                                "simai-analytical",
                                "-w",
                                in.resolve("w.txt"),
                                "-g",
                                8,
                                "-nv",
                                400,
                                "-nic",
                                48.5,
                                "-r_f",
                                out)),
                new CommandSample(
                        "simai-simulator",
                        in -> {
                            write(in, "w.txt", simai);
                            TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 8, "-psn", 1, "--out", in)
                                    .exits(ExitCode.OK);
                        },
                        (in, out) -> List.of(
                                "simai-simulator",
                                "-w",
                                in.resolve("w.txt"),
                                "-n",
                                in.resolve("Spectrum-X_8g_8gps_400Gbps_H100"),
                                "--fct",
                                out.resolve("fct.txt"))),
                new CommandSample(
                        "workload et",
                        in -> write(in, "w.txt", simai),
                        (in, out) ->
                                List.of("workload", "et", "--text", in.resolve("w.txt"), "--out", out.resolve("w"))),
                new CommandSample(
                        "workload et of collectives",
                        in -> write(
                                in, "m.txt", "MICRO\n1\nlayer\t-1\t1\tALLREDUCE\t65536\t1\tNONE\t0\t1\tNONE\t0\t1\n"),
                        (in, out) ->
                                List.of("workload", "et", "--text", in.resolve("m.txt"), "--out", out.resolve("w"))),
                new CommandSample(
                        "triosim",
                        SmallStep::write,
                        (in, out) -> List.of("triosim", "-trace-dir", in, "-case", 3, "-GPUnumber", 2)),
                new CommandSample(
                        "triosim-converter",
                        in -> {
                            write(in, "p.json", TrioSimRecording.PROFILE);
                            write(in, "g.json", TrioSimRecording.GRAPH);
                        },
                        (in, out) -> List.of(
                                "triosim-converter",
                                "--profiler",
                                in.resolve("p.json"),
                                "--graph",
                                in.resolve("g.json"),
                                "--out",
                                out)),
                new CommandSample(
                        "chakra-trace-link",
                        in -> SmallTraces.write(in, 1),
                        (in, out) -> List.of(
                                "chakra-trace-link",
                                "--rank",
                                0,
                                "--chakra-host-trace",
                                in.resolve("host_0.json"),
                                "--chakra-device-trace",
                                in.resolve("device_0.json"),
                                "--output-file",
                                out.resolve("linked.json"))),
                new CommandSample(
                        "chakra-converter PyTorch",
                        CommandSample::linked,
                        (in, out) -> List.of(
                                "chakra-converter",
                                "PyTorch",
                                "--input",
                                in.resolve("linked.0.json"),
                                "--output",
                                out.resolve("w.0.et"),
                                "--simulate")),
                new CommandSample(
                        "chakra-converter Text",
                        in -> write(in, "w.txt", "DATA\n1\nlayer -1 10 NONE 0 10 NONE 0 10 ALLREDUCE 1024 5\n"),
                        (in, out) -> List.of(
                                "chakra-converter",
                                "Text",
                                "--input",
                                in.resolve("w.txt"),
                                "--output",
                                out.resolve("w"),
                                "--num-npus",
                                2,
                                "--num-passes",
                                1)),
                new CommandSample(
                        "chakra-timeline",
                        in -> write(
                                in,
                                "log",
                                "issue,npu=0,cycle=1000,id=1,name=COMP_NODE\n"
                                        + "callback,npu=0,cycle=3000,id=1,name=COMP_NODE\n"),
                        (in, out) -> List.of(
                                "chakra-timeline",
                                "--input_filename",
                                in.resolve("log"),
                                "--output_filename",
                                out.resolve("t.json"),
                                "--num_npus",
                                1,
                                "--npu_frequency",
                                1000)),
                new CommandSample(
                        "notebook strip",
                        in -> write(
                                in,
                                "n.ipynb",
                                "{\"cells\": [{\"cell_type\": \"markdown\", \"id\": \"a\", \"metadata\": {},"
                                        + " \"source\": [\"# Title\\n"
                                        + "\", \"text\"]}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}\n"),
                        (in, out) -> List.of("notebook", "strip", in.resolve("n.ipynb"))));
    }

    private static void astra(Path in) throws IOException {
        SmallEts.write(in.resolve("et"), 2);
        write(in, "system.json", SYSTEM);
        write(in, "network.yml", "topology: [ Ring ]\nnpus_count: [ 2 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
        write(in, "memory.json", "{\"memory-type\": \"NO_MEMORY_EXPANSION\"}");
    }

    private static void linked(Path in) {
        Path traces = SmallTraces.write(in.resolveSibling("traces"), 1);
        TestShell.run(
                        "chakra-trace-link",
                        "--rank",
                        0,
                        "--chakra-host-trace",
                        traces.resolve("host_0.json"),
                        "--chakra-device-trace",
                        traces.resolve("device_0.json"),
                        "--output-file",
                        in.resolve("linked.0.json"))
                .exits(ExitCode.OK);
    }

    private static void write(Path in, String name, String text) throws IOException {
        Files.createDirectories(in);
        Files.writeString(in.resolve(name), text);
    }

    /** The command line as the shell takes it. */
    Object[] command(Path in, Path out) {
        return new ArrayList<>(arguments.of(in, out)).toArray();
    }
}

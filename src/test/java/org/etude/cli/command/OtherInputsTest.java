// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.etude.SmallTraces;
import org.etude.Traces;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.compat.msccl.PlanSamples;
import org.etude.flight.FlightLog;
import org.etude.report.EtudeException;
import org.etude.trace.database.Databases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory or file of another kind than a command reads: the error says what it is, and the command in it works. */
class OtherInputsTest {
    private static final Pattern COMMAND = Pattern.compile("'etude ([^']+)'");
    private static final String BENCHMARK = """
            # Collective test starting: all_reduce_perf
            # nThread 1 nGpus 2 minBytes 1048576 maxBytes 8388608 step: 2(factor) warmup iters: 5 iters: 20
            # Using devices
            #  Rank  0 Group  0 Pid  10 on  host device  0 [0x07] NVIDIA H100
            #  Rank  1 Group  0 Pid  10 on  host device  1 [0x0f] NVIDIA H100
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                 1048576        262144     float     sum      -1    50.00   20.97   20.97      0    50.00   20.97   20.97      0
                 2097152        524288     float     sum      -1    80.00   26.21   26.21      0    80.00   26.21   26.21      0
                 4194304       1048576     float     sum      -1   140.00   29.96   29.96      0   140.00   29.96   29.96      0
                 8388608       2097152     float     sum      -1   260.00   32.26   32.26      0   260.00   32.26   32.26      0
            """;
    private static final String INSPECTOR = """
            {"header": {"id": "0x1", "comm_name": "tp", "rank": 0, "n_ranks": 2, "nnodes": 1}, "metadata": {"inspector_output_format_version": "v4.0", "pid": 1}, "coll_perf": {"coll": "AllReduce", "coll_sn": 1, "coll_msg_size_bytes": 1024, "coll_exec_time_us": 20, "coll_timing_source": "kernel_gpu", "coll_algobw_gbs": 1.0, "coll_busbw_gbs": 1.0}}
            """;
    private static final String NODE = """
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
            """;

    @TempDir
    private Path dir;

    /** What a directory can hold, with what is said of it. */
    enum Content {
        ETS("no traces found, but 2 Chakra ETs (w.0.et, w.1.et).") {
            @Override
            void write(Path to) {
                SmallEts.write(to, 2);
            }
        },
        GOAL("no traces found, but a GOAL schedule (job.goal).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(
                        to.resolve("job.goal"),
                        "// a message\nnum_ranks 2\nrank 0 {\nl1: send 64b to 1 tag 7\n}\nrank 1 {\nl1: recv 64b from 0 tag 7\n}\n");
            }
        },
        BENCHMARKS("no traces found, but 2 benchmarks of collectives (a.log, b.txt).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(to.resolve("a.log"), BENCHMARK);
                Files.writeString(to.resolve("b.txt"), "host:1:1 [0] NCCL INFO Bootstrap\n".repeat(500) + BENCHMARK);
            }
        },
        DUMPS("no traces found, but 2 dumps of PyTorch's flight recorder (rank_0, rank_1).") {
            @Override
            void write(Path to) throws IOException {
                new FlightLog(2)
                        .add("0", 1, "all_reduce", 4, "completed", 1, 0, 1)
                        .write(to);
            }
        },
        INSPECTOR_LOG("no traces found, but a recording of NCCL Inspector (host-pid1.log).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(to.resolve("host-pid1.log"), INSPECTOR);
            }
        },
        SIMULATED("no traces found, but a simulated run of Etude (run.etude).") {
            @Override
            void write(Path to) throws IOException {
                Path run = to.resolveSibling("run");
                TestShell.run("simulate", SmallEts.write(to.resolveSibling("w"), 2), "--out", run)
                        .exits(ExitCode.OK);
                Files.move(run.resolve("run.etude"), to.resolve("run.etude"));
            }
        },
        SIMAI("no traces found, but a SimAI workload (w.txt).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(
                        to.resolve("w.txt"),
                        "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 8"
                                + " checkpoints: 0 checkpoint_initiates: 0 pp_comm: 0\n1\n"
                                + "layer\t-1\t100\tALLREDUCE\t1048576\t100\tNONE\t0\t100\tNONE\t0\t100\n");
            }
        },
        TEXT_WORKLOAD("no traces found, but a text workload of ASTRA-sim (w.txt).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(to.resolve("w.txt"), "DATA\n1\nconv1 -1 5 NONE 0 5 NONE 0 5 ALLREDUCE 1048576 5\n");
            }
        },
        AICB("no traces found, but a table of AICB (w.csv).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(
                        to.resolve("w.csv"),
                        "comm_type,comm_group,comm_group_size,msg_size,stage,dst,src,additional,_elapsed_time,algbw,busbw,count\n");
            }
        },
        PLAN("no traces found, but a plan of a collective (MSCCL) (p.xml).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(to.resolve("p.xml"), PlanSamples.ringAllReduce(2));
            }
        },
        PLAN_JSON("no traces found, but a plan of a collective (MSCCL) (p.json).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(to.resolve("p.json"), PlanSamples.putAllGather(2));
            }
        },
        NODE_XML("no traces found, but a topology that NCCL wrote (t.xml).") {
            @Override
            void write(Path to) throws IOException {
                Files.writeString(to.resolve("t.xml"), NODE);
            }
        },
        BELOW("no traces found, but 2 Chakra ETs (deep/w.0.et, deep/w.1.et).") {
            @Override
            void write(Path to) {
                SmallEts.write(to.resolve("deep"), 2);
            }
        },
        TWO(
                "no traces found, but 2 dumps of PyTorch's flight recorder (rank_0, rank_1) and 2 Chakra ETs (w.0.et, w.1.et).") {
            @Override
            void write(Path to) throws IOException {
                DUMPS.write(to);
                ETS.write(to);
            }
        };

        private final String said;

        Content(String said) {
            this.said = said;
        }

        abstract void write(Path to) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void theErrorSaysWhatThereIsAndItsCommandsRun(Content content) throws IOException {
        Path in = Files.createDirectory(dir.resolve("in"));
        content.write(in);
        // An analysis reads a simulated run.
        List<String> readers = List.of("load", "check", "run", "kernels");
        for (String command : content == Content.SIMULATED ? readers.subList(0, 3) : readers) {
            String said = TestShell.run(command, in)
                    .exits(ExitCode.FAILED)
                    .err()
                    .lines()
                    .findFirst()
                    .orElse("");
            assertThat(said).isEqualTo("etude: " + in + ": " + content.said);
        }
        for (String command : advised(TestShell.run("check", in).err())) {
            TestShell shell = TestShell.run((Object[]) command.split(" "));
            assertThat(shell.code()).as("%s: %s", command, shell.err()).isEqualTo(ExitCode.OK);
        }
    }

    /** The commands of an advice, with values for what a user must fill in. */
    private List<String> advised(String advice) {
        Matcher command = COMMAND.matcher(advice.replaceAll("\\([^)]*--help'\\)", ""));
        return Stream.iterate(command, c -> c)
                .takeWhile(Matcher::find)
                .map(c -> c.group(1))
                .filter(text -> !text.startsWith("simai-simulator") && !text.equals("workload et"))
                .map(text -> text.replace("GPUS", "8 -nv 100 -nic 10 -r_f " + dir.resolve("results"))
                        .replace(
                                "TRACES",
                                SmallTraces.write(dir.resolve("traces"), 2).toString())
                        .replace("RANKS", "2")
                        .replace("ets/step", dir.resolve("ets/step").toString())
                        .replace("runs/plan", dir.resolve("plan").toString()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "repair", "validate"})
    void commandsOnEtsSayWhatElseThereIs(String command) throws IOException {
        Path in = Files.createDirectory(dir.resolve("in"));
        Content.DUMPS.write(in);
        assertThat(TestShell.run(command, in).exits(ExitCode.FAILED).err())
                .isEqualTo("etude: " + in
                        + ": no ET files there, but 2 dumps of PyTorch's flight recorder (rank_0, rank_1)\n  Use 'etude flight "
                        + in + "' to find out which rank is missing.\n");
        Path below = Files.createDirectory(dir.resolve("below"));
        Content.BELOW.write(below);
        assertThat(TestShell.run(command, below).exits(ExitCode.FAILED).err())
                .isEqualTo("etude: " + below
                        + ": no ET files there, but 2 Chakra ETs (deep/w.0.et, deep/w.1.et)\n  Use 'etude simulate "
                        + below.resolve("deep") + "' to simulate (in Java, Workload.read(\"" + below.resolve("deep")
                        + "\")), 'etude validate " + below.resolve("deep")
                        + "' to check.\n");
    }

    @Test
    void commandsOnLogsSayWhatElseThereIs() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 1);
        String recorded = ", but 2 recorded traces (device_0.json, host_0.json)\n  Use 'etude check " + traces
                + "' to see what they can tell, 'etude run " + traces + "' to simulate them.\n";
        assertThat(TestShell.run("flight", traces).exits(ExitCode.FAILED).err())
                .isEqualTo("etude: " + traces + ": holds no flight recorder dump" + recorded);
        String noRecord = "etude: " + traces + ": holds no record of NCCL Inspector" + recorded;
        assertThat(TestShell.run("inspector", traces).exits(ExitCode.FAILED).err())
                .isEqualTo(noRecord);
        assertThat(TestShell.run("calibrate", "--timings", traces)
                        .exits(ExitCode.FAILED)
                        .err())
                .isEqualTo(noRecord);
    }

    @Test
    void aGivenFileIsNamedForWhatItIs() throws IOException {
        SmallEts.write(dir, 2);
        assertThatThrownBy(() -> Traces.load(dir.resolve("w.1.et")))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining(dir.resolve("w.1.et") + ": this is not a trace but a Chakra ET.")
                .hasMessageContaining("Use 'etude simulate " + dir.resolve("w") + "'");
        Path log = Files.writeString(dir.resolve("a.log"), BENCHMARK);
        assertThatThrownBy(() -> Traces.load(log))
                .hasMessageContaining(log + ": this is not a trace but a benchmark of collectives.")
                .hasMessageContaining("'etude calibrate --timings " + log + "'");
    }

    @Test
    void anArchiveOfOtf2IsNamed() throws IOException {
        Files.writeString(dir.resolve("out.otf2"), "x");
        assertThatThrownBy(() -> Traces.load(dir))
                .hasMessageContaining("no traces found, but a file of an OTF2 archive (out.otf2).")
                .hasMessageContaining("rocprofv3 --output-format rocpd");
    }

    @Test
    void whatNeedsAnotherToolFirstIsNamedToo() throws IOException {
        Files.writeString(dir.resolve("report1.nsys-rep"), "x");
        Files.writeString(dir.resolve("results.pftrace"), "x");
        Databases.write(dir.resolve("other.sqlite"), "CREATE TABLE t (a INTEGER)");
        assertThatThrownBy(() -> Traces.load(dir))
                .hasMessageContaining(
                        "no traces found, but a report of Nsight Systems (report1.nsys-rep) and a trace in Perfetto's binary"
                                + " format (results.pftrace) and an SQLite database (other.sqlite).")
                .hasMessageContaining("nsys export --type sqlite " + dir.resolve("report1.nsys-rep"))
                .hasMessageContaining("rocprofv3 --output-format rocpd");
    }

    @Test
    void filesOfNoKnownKindAreNamedAndAnEmptyDirectoryIsCalledSo() throws IOException {
        Path empty = Files.createDirectory(dir.resolve("empty"));
        assertThatThrownBy(() -> Traces.load(empty))
                .hasMessageContaining(empty + ": no traces found, and no other file.");
        Path notes = Files.createDirectory(dir.resolve("notes"));
        for (String name : List.of("a.md", "b.csv", "c.csv", "d.csv")) {
            Files.writeString(notes.resolve(name), "x,y\n");
        }
        assertThatThrownBy(() -> Traces.load(notes))
                .hasMessageContaining(notes + ": no traces found among 4 files (a.md, b.csv, c.csv and 1 more).")
                .hasMessageContaining("host_R.json");
    }

    @Test
    void linkedTracesNameWhatConvertsThem() {
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
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
                linked);
        assertThat(link.exits(ExitCode.OK).err()).isEmpty();
        assertThat(TestShell.run("load", linked).exits(ExitCode.FAILED).err())
                .contains(linked + ": no traces found, but a linked trace")
                .contains("'etude chakra-converter PyTorch --input " + linked + " --output ets/step.0.et'");
    }
}

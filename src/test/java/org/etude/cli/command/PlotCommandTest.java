// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.etude.Plots;
import org.etude.Simulation;
import org.etude.SmallTraces;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.table.TableCsv;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlotCommandTest {
    @TempDir
    private Path dir;

    private Path traces;
    private Path ets;

    @BeforeEach
    void write() {
        traces = SmallTraces.write(dir.resolve("traces"), 2);
        ets = SmallEts.write(dir.resolve("w"), 2);
    }

    /** Runs it with one more option: a picture in SVG. */
    private TestShell plot(int code, Object... args) {
        List<Object> all = new ArrayList<>(List.of("plot"));
        all.addAll(List.of(args));
        all.addAll(List.of("--format", "csv", "-o", dir.resolve("fig.svg")));
        return TestShell.run(all.toArray()).exits(code);
    }

    private String svg() throws IOException {
        return Files.readString(dir.resolve("fig.svg"));
    }

    @Test
    void aRecordedTimelineIsCutToAWindow() throws IOException {
        assertThat(plot(
                                ExitCode.OK,
                                "timeline",
                                traces,
                                "--step",
                                "1",
                                "--from",
                                "2.4ms",
                                "--to",
                                "2.6ms",
                                "--ranks",
                                "1")
                        .out())
                .isEqualTo("rank,source,lane,name,start_us,duration_us\n1,recorded,compute,relu_kernel,2300,500\n");
        assertThat(svg()).startsWith("<svg").contains("rank 1 compute");
    }

    @Test
    void tracesAndTheirSimulationAreDrawnTogether() {
        String out = plot(
                        ExitCode.OK, "overlap", traces, "--simulated", "--fidelity", "analytic", "--topology", "ring:2")
                .out();
        assertThat(out.lines().map(l -> l.replaceAll("^(\\w+,\\d).*", "$1")))
                .containsExactly(
                        "source,rank,compute_only_ms,overlap_ms,exposed_comm_ms,copy_ms,waiting_ms,host_ms,idle_ms,step_ms",
                        "recorded,0",
                        "simulated,0",
                        "recorded,1",
                        "simulated,1");
    }

    @Test
    void etsAreSimulatedAndDrawn() throws IOException {
        String net = "--topology=ring:2";
        assertThat(plot(ExitCode.OK, "critical-path", ets, "--fidelity", "analytic", net)
                        .out())
                .startsWith("rank,node,name,node_type,lane,")
                .contains(",1,forward,comp,compute,0,100000,100,start");
        assertThat(plot(ExitCode.OK, "timeline", ets.resolve("w"), "--fidelity", "analytic", net)
                        .out())
                .contains("0,simulated,compute,forward,0,100");
        assertThat(plot(ExitCode.OK, "links", ets, "--fidelity", "aware", net).out())
                .startsWith("src,dst,dim,");
        assertThat(plot(ExitCode.OK, "queues", ets, "--fidelity", "aware", "--splits=4", net)
                        .out())
                .startsWith("queue,unit,from_ns,depth\ndim 0,chunks,100000,6\n");
        assertThat(plot(ExitCode.OK, "fct", ets, net).out()).startsWith("src,dst,src_port,");
        assertThat(svg()).contains("slowdown");
    }

    @Test
    void runsAreComparedByTheirDirectories() {
        Path heavy = SmallEts.write(dir.resolve("heavy"), 2, 16 << 20);
        Path wide = SmallEts.write(dir.resolve("wide"), 4);
        assertThat(plot(ExitCode.OK, "compare", ets, heavy, "--fidelity", "analytic")
                        .out()
                        .lines()
                        .map(l -> l.split(",")[0]))
                .containsExactly("run", "w", "heavy");
        assertThat(plot(ExitCode.OK, "scaling", ets, wide, "--fidelity", "analytic", "--topology", "auto:1d")
                        .out()
                        .lines()
                        .map(l -> l.split(",")[2]))
                .containsExactly("ranks", "2", "4");
    }

    @Test
    void theDirectoryOfARunRepresentsItsRepairedEts() throws IOException {
        Path out = dir.resolve("run");
        TestShell.run("run", traces, "--out", out).exits(ExitCode.OK);
        assertThat(plot(ExitCode.OK, "links", out, "--topology=switch:2").out())
                .isEqualTo(plot(ExitCode.OK, "links", out.resolve("repair"), "--topology=switch:2")
                        .out());
        assertThat(svg()).contains("switch 2");
        assertThat(plot(ExitCode.OK, "compare", out).out()).contains("\nrun,");
    }

    @Test
    void tablesOfEarlierCommandsAreDrawn() throws IOException {
        Path out = dir.resolve("out");
        TestShell.run(
                        "sweep",
                        ets,
                        "--no-cache",
                        "--fidelity",
                        "aware",
                        "--topology",
                        "auto:1d",
                        "--topology",
                        "fc:2",
                        "--ranks",
                        "2,4",
                        "--out",
                        out)
                .exits(ExitCode.OK);
        String sweep = plot(ExitCode.OK, "compare", out.resolve("sweep.csv")).out();
        assertThat(sweep).isEqualTo(Files.readString(out.resolve("sweep.csv")));
        assertThat(plot(ExitCode.OK, "scaling", out.resolve("sweep.csv")).out()).contains(",auto:1d\n", ",fc\n");
        TestShell.run("simulate", ets, "--fidelity", "aware", "--topology", "ring:2", "--out", out)
                .exits(ExitCode.OK);
        assertThat(plot(ExitCode.OK, "links", out.resolve("links.csv")).out())
                .isEqualTo(Files.readString(out.resolve("links.csv")));
        assertThat(plot(ExitCode.OK, "links", out).out()).isEqualTo(Files.readString(out.resolve("links.csv")));
        Simulation saved = Simulation.read(out);
        assertThat(TableCsv.text(saved.ranks())).isEqualTo(Files.readString(out.resolve("ranks.csv")));
        assertThat(TableCsv.text(saved.ops())).isEqualTo(Files.readString(out.resolve("ops.csv")));
        assertThat(plot(ExitCode.OK, "critical-path", out.resolve("run.etude")).out())
                .isEqualTo(TableCsv.text(Plots.criticalPath(saved).table()));
        assertThat(plot(ExitCode.FAILED, "fct", out).err()).contains("Fidelity.PACKET");
        plot(ExitCode.OK, "compare", out.resolve("ranks.csv"));
        assertThat(svg()).contains("compute").contains("time of the run").doesNotContain("time of the step");
        Files.writeString(dir.resolve("own.csv"), "net,a ms,b ms\nring,1,2\ntree,3,4\n");
        plot(ExitCode.OK, "compare", dir.resolve("own.csv"), "--label", "net", "--values", "a ms,b ms");
        assertThat(svg()).contains("tree");
        plot(ExitCode.OK, "scaling", dir.resolve("own.csv"), "--x", "a ms", "--y", "b ms");
        assertThat(svg()).contains("a ms");
    }

    @Test
    void aFitIsDrawnFromItsResiduals() throws IOException {
        Path timings = dir.resolve("timings.csv");
        Files.writeString(timings, "size_bytes,time_us\n1000,11\n10000,20\n100000,110\n1000000,1010\n4000000,4010\n");
        TestShell.run("calibrate", "--timings", timings, "--ranks", "2", "--out", dir.resolve("fit"))
                .exits(ExitCode.OK);
        Path residuals = dir.resolve("fit/residuals.csv");
        assertThat(plot(ExitCode.OK, "calibration", residuals).out()).isEqualTo(Files.readString(residuals));
        assertThat(svg()).contains("measured (");
    }

    @Test
    void aTopologyIsDrawnInAnyFormAndSize() throws IOException {
        Object[] args = {
            "plot",
            "topology",
            "fattree:2x2",
            "-o",
            dir.resolve("t.pdf"),
            "-o",
            dir.resolve("t.PNG"),
            "-o",
            dir.resolve("t.html"),
            "--size",
            "120x60",
            "--greyscale",
            "--title"
        };
        assertThat(TestShell.run(args).exits(ExitCode.OK).out()).contains("Wrote " + dir.resolve("t.pdf") + ", ");
        byte[] pdf = Files.readAllBytes(dir.resolve("t.pdf"));
        try (PDDocument document = Loader.loadPDF(pdf)) {
            assertThat(document.getPage(0).getMediaBox().getWidth()).isCloseTo(120 * 72 / 25.4f, within(0.01f));
            assertThat(document.getPage(0).getMediaBox().getHeight()).isCloseTo(60 * 72 / 25.4f, within(0.01f));
        }
        assertThat(Files.size(dir.resolve("t.html"))).isGreaterThan(1_000_000);
        TestShell.run(args).exits(ExitCode.OK);
        assertThat(Files.readAllBytes(dir.resolve("t.pdf"))).isEqualTo(pdf);
    }

    @Test
    void mistakesAreReportedBeforeAnythingRuns() {
        assertThat(plot(ExitCode.USAGE, "pie", traces).err())
                .contains("'pie' is not a known figure\n  Figures: timeline, overlap, compare");
        assertThat(plot(ExitCode.USAGE, "timeline", traces, "--size", "huge").err())
                .contains("huge is not a known size");
        assertThat(plot(ExitCode.USAGE, "timeline", traces, "--size", "5").err())
                .contains("a width of 5.0 mm");
        assertThat(plot(ExitCode.USAGE, "timeline", traces, "--from", "soon").err())
                .contains("soon");
        assertThat(plot(ExitCode.USAGE, "timeline", traces, "-o", "fig.doc").err())
                .contains("fig.doc does not end in");
        assertThat(plot(ExitCode.USAGE, "topology", "moebius:3").err()).contains("moebius");
        assertThat(plot(ExitCode.USAGE, "links", ets, ets).err()).contains("takes one workload");
        assertThat(TestShell.run("plot", "timeline", traces)
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("--out");
        assertThat(Files.exists(dir.resolve("fig.svg"))).isFalse();
    }

    @Test
    void inputsThatDoNotFitTheFigureAreRefused() throws IOException {
        Path own = dir.resolve("own.csv");
        Files.writeString(own, "net,ms\nring,1\n");
        assertThat(plot(ExitCode.FAILED, "links", own).err())
                .contains("other columns than links")
                .contains("busy_frac");
        assertThat(plot(ExitCode.FAILED, "compare", own).err())
                .contains("--label and --values")
                .contains("[net, ms]");
        assertThat(plot(ExitCode.FAILED, "topology", own).err()).contains("not drawn from a table");
        assertThat(plot(ExitCode.FAILED, "timeline", dir.resolve("nothing")).err())
                .contains("nothing");
        assertThat(plot(ExitCode.FAILED, "links", ets, "--fidelity", "analytic").err())
                .contains("analytic network");
        assertThat(plot(ExitCode.USAGE, "timeline", traces, "--from", "3ms", "--to", "2ms")
                        .err())
                .contains("is not after its start");
    }

    @ParameterizedTest
    @CsvSource({
        "kernels, Cijk_gemm",
        "idle, host_wait",
        "operators, aten::mm",
        "launches, hipLaunchKernel",
        "launch-queues, 'stream 4'",
        "annotations, ProfilerStep#1",
        "bandwidth, all_reduce",
        "diff, relu_kernel"
    })
    void aQuestionsFigureIsThatOfItsCommand(String kind, String shown) throws IOException {
        List<Object> asked = new ArrayList<>(List.of(kind, traces));
        if (kind.equals("diff")) {
            asked.add(traces);
        }
        String table = plot(ExitCode.OK, asked.toArray()).out();
        assertThat(svg()).startsWith("<svg").contains(shown.replace("&", "&amp;"));
        asked.addAll(List.of("--format", "csv", "--out", dir.resolve("table")));
        assertThat(TestShell.run(asked.toArray()).exits(ExitCode.OK).out()).isEqualTo(table);
        Path file = dir.resolve("table").resolve(kind.replace('-', '_') + ".csv");
        assertThat(plot(ExitCode.OK, kind, file).out()).isEqualTo(table);
    }

    @Test
    void aQuestionIsDrawnOfARunAsItWas() throws IOException {
        Path run = dir.resolve("run");
        TestShell.run("run", traces, "--topology", "ring:2", "--out", run).exits(ExitCode.OK);
        String saved = plot(ExitCode.OK, "kernels", run).out();
        assertThat(saved)
                .isEqualTo(TestShell.run("kernels", run, "--format", "csv").out());
        assertThat(plot(ExitCode.OK, "diff", traces, run).out())
                .isEqualTo(TestShell.run("diff", traces, run, "--format", "csv").out());
        assertThat(plot(ExitCode.OK, "traffic", run, "--ranks-per-node", 1).out())
                .contains(",inter,all_reduce,");
        assertThat(plot(ExitCode.OK, "idle", ets, "--topology", "ring:2").out())
                .startsWith("rank,device,stream,category");
        assertThat(plot(ExitCode.FAILED, "copies", run).err())
                .contains("'copies' cannot be drawn for a simulated run: only a recording shows it");
        assertThat(plot(ExitCode.FAILED, "diff", run, traces).err()).contains("Give the recording first");
    }

    @Test
    void aQuestionThatLacksSomethingSaysWhat() {
        assertThat(plot(ExitCode.FAILED, "traffic", traces).err()).contains("Give --ranks-per-node");
        assertThat(plot(ExitCode.FAILED, "diff", traces).err()).contains("takes two inputs");
        assertThat(plot(ExitCode.USAGE, "kernels", traces, "--simulated").err()).contains("timeline and overlap");
        assertThat(plot(ExitCode.FAILED, "memory", traces).err()).contains("holds no allocations");
        Path idle = dir.resolve("table/idle.csv");
        TestShell.run("idle", traces, "--out", idle.getParent()).exits(ExitCode.OK);
        assertThat(plot(ExitCode.FAILED, "kernels", idle).err()).contains("table idle has other columns than kernels");
    }
}

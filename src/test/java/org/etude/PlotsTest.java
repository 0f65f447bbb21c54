// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.ms;
import static org.etude.unit.Units.us;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.Size;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Recording;
import org.etude.table.TableCsv;
import org.etude.table.run.SweepTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Each figure of the public API, on the smallest input that has something to show. */
class PlotsTest {
    @TempDir
    private Path dir;

    private Traces traces;

    @BeforeEach
    void load() {
        traces = Traces.load(SmallTraces.write(dir.resolve("traces"), 2).toString());
    }

    @Test
    void aRecordedTimelineHasEveryKernelOnce() {
        Table table = Plots.timeline(traces.step(1)).table();
        assertThat(TableCsv.text(table)).isEqualTo("""
                        rank,source,lane,name,start_us,duration_us
                        0,recorded,compute,Cijk_gemm,300,2000
                        0,recorded,compute,relu_kernel,2300,500
                        0,recorded,comm,ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),2500,2500
                        1,recorded,compute,Cijk_gemm,300,2000
                        1,recorded,compute,relu_kernel,2300,500
                        1,recorded,comm,ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),2700,2300
                        """);
    }

    @Test
    void aTableWithoutANameIsDrawnWithoutATitle() {
        Table table = Table.create(StringColumn.create("net", "ring"), DoubleColumn.create("step_us", 3.0));
        assertThat(Plots.compare(table, "net", "step_us").title()).isEmpty();
        Table line = Table.create(DoubleColumn.create("ranks", 2.0, 4.0), DoubleColumn.create("step_us", 3.0, 5.0));
        assertThat(Plots.scaling(line, "ranks", "step_us", "").title()).isEmpty();
    }

    @Test
    void overlapIsShadedWhereBothRan() {
        Figure figure = Plots.timeline(traces.step(1));
        assertThat(figure.plotlyJson())
                .contains(
                        "\"name\":\"overlap\"", "\"rank 0 compute\",\"rank 0 comm\",\"rank 1 compute\",\"rank 1 comm\"")
                .contains("\"base\":[2.5,2.7]", "\"x\":[0.3,0.1]")
                .as("the names of the lanes say it all")
                .contains("\"yaxis\":{\"title\":{\"text\":\"\",\"standoff\":10}");
    }

    @Test
    void aWindowCutsTimesAndRanks() {
        Table cut = Plots.timeline(
                        traces.step(1), w -> w.from(ms(2.4)).to(ms(2.6)).ranks(1))
                .table();
        assertThat(cut.stringColumn("name").asList()).containsExactly("relu_kernel");
        assertThatThrownBy(() -> Plots.timeline(traces, w -> w.ranks(7)))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("nothing to show in this window");
        assertThatThrownBy(() -> Plots.timeline(traces, w -> w.from(ms(3)).to(ms(2))))
                .hasMessageContaining("is not after its start");
        assertThatThrownBy(() -> Plots.timeline(traces, w -> w.streams(7)))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("no stream or name can be selected")
                .hasMessageContaining("traces.filter");
    }

    @Test
    void partsOfTheStepAddUpRecordedAndSimulated() {
        Table table = Plots.overlap(traces, simulated()).table();
        assertThat(table.rowCount()).isEqualTo(4);
        for (var row : table) {
            double sum = 0;
            for (String part : List.of("compute_only", "overlap", "exposed_comm", "copy", "waiting", "host", "idle")) {
                assertThat(row.getDouble(part + "_ms")).isNotNegative();
                sum += row.getDouble(part + "_ms");
            }
            assertThat(sum).isCloseTo(row.getDouble("step_ms"), Offset.offset(1e-6));
        }
        Table recorded = Plots.overlap(traces).table();
        assertThat(TableCsv.text(recorded)).isEqualTo("""
                        source,rank,compute_only_ms,overlap_ms,exposed_comm_ms,copy_ms,waiting_ms,host_ms,idle_ms,step_ms
                        recorded,0,2.2,0.3,2.2,0,0,5.3,0,10
                        recorded,1,2.4,0.1,2.2,0,0,5.3,0,10
                        """);
    }

    @Test
    void aRunStandsNextToAnotherRecordingOfItsJob() {
        Traces own = Traces.load("data/cnn-2-cuda");
        Simulation sim = own.link().toEt().simulate(Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC));
        Table beside = Plots.overlap(Traces.load("data/cnn-2"), sim).table();
        Table self = Plots.overlap(own, sim).table();
        assertThat(beside.where(beside.stringColumn("source").isEqualTo("simulated"))
                        .print())
                .isEqualTo(self.where(self.stringColumn("source").isEqualTo("simulated"))
                        .print());
        assertThat(beside.doubleColumn("step_ms").min()).isGreaterThan(1);
    }

    @Test
    void theCriticalPathAddsUpToTheStep() {
        Simulation sim = simulated();
        Table path = Plots.criticalPath(sim).table();
        assertThat(path.doubleColumn("duration_us").sum() * 1e3)
                .isCloseTo(sim.result().stepNs(), Offset.offset(0.5));
    }

    @Test
    void aPacketRunShowsLinksQueuesAndFlows() {
        Simulation sim = Jobs.steps(4, 1, 1_000_000)
                .simulate(
                        Topology.ring(4).bandwidth(gbps(100)).latency(us(1)),
                        s -> s.fidelity(Fidelity.PACKET).splits(4).record(Recording.OPS, Recording.COLLECTIVES));
        assertThat(Plots.links(sim).table().rowCount()).isEqualTo(sim.links().rowCount());
        assertThat(Plots.fct(sim).caption()).contains(" flows; completion: median ");
        assertThat(Plots.fct(sim).table().rowCount()).isEqualTo(sim.flows().rowCount());
        Table queues = Plots.queues(sim).table();
        assertThat(queues.longColumn("depth").min()).isZero();
        assertThat(queues.longColumn("depth").max()).isPositive();
        assertThat(queues.longColumn("depth").get(queues.rowCount() - 1)).isZero();
    }

    @Test
    void saysWhyThereIsNothingToShow() {
        Simulation sim = Jobs.steps(2, 1, 1_000)
                .simulate(Topology.ring(2), s -> s.fidelity(Fidelity.ANALYTIC).record());
        assertThatThrownBy(() -> Plots.links(sim))
                .hasMessageContaining("analytic network")
                .hasMessageContaining("AWARE");
        assertThatThrownBy(() -> Plots.fct(sim)).hasMessageContaining("PACKET");
        assertThatThrownBy(() -> Plots.queues(sim)).hasMessageContaining("COLLECTIVES");
        assertThatThrownBy(() -> Plots.timeline(sim)).hasMessageContaining("did not keep ops");
        assertThatThrownBy(() -> Plots.criticalPath(sim)).hasMessageContaining("did not keep ops");
    }

    @Test
    void runsComparedHaveNamesOfTheirOwn() {
        Simulation ring = Jobs.steps(4, 1, 1_000_000).simulate(Topology.ring(4));
        Simulation star = Jobs.steps(4, 1, 1_000_000).simulate(Topology.switched(4));
        assertThat(Plots.compare("a", ring, "b", star).table().stringColumn("run"))
                .containsExactly("a", "b");
        assertThatThrownBy(() -> Plots.compare("a", ring, "a", star))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("both runs are called \"a\"");
    }

    @Test
    void runsStandBesideEachOther() {
        Map<String, Simulation> runs = new LinkedHashMap<>();
        for (Topology topology : List.of(Topology.ring(4), Topology.switched(4), Topology.ring(8))) {
            runs.put(
                    topology.logical().toString(),
                    Jobs.steps(topology.hosts(), 1, 1_000_000).simulate(topology));
        }
        Table compared = Plots.compare(runs).table();
        assertThat(compared.stringColumn("run").asList()).containsExactly("ring:4", "switch:4", "ring:8");
        assertThat(compared.doubleColumn("step_ms").get(0))
                .isEqualTo(runs.get("ring:4").result().stepNs() / 1e6);
        Figure scaling = Plots.scaling(runs.values());
        assertThat(scaling.table().stringColumn("family").asList()).containsExactly("ring", "switch", "ring");
        assertThat(scaling.plotlyJson()).contains("\"name\":\"ring\"", "\"step (ms)\"");
    }

    @Test
    void powersOfTwoAreMarkedAsSuchOnBothRenderings() {
        double[] steps = {5, 7, 9, 11};
        Table sizes = Table.create(DoubleColumn.create("size_mib", 2, 4, 8, 16), DoubleColumn.create("step_s", steps));
        Figure doublings = Plots.scaling(sizes, "size_mib", "step_s", "");
        assertThat(doublings.plotlyJson())
                .contains("\"type\":\"log\"", "\"tickvals\":[2,4,8,16]", "\"ticktext\":[\"2\",\"4\",\"8\",\"16\"]")
                .contains("\"size (MiB)\"", "\"step (s)\"");
        assertThat(doublings.svg(Size.COLUMN)).contains(">2<", ">4<", ">8<", ">16<");
        Table decades =
                Table.create(DoubleColumn.create("size_mib", 1, 4, 10, 16), DoubleColumn.create("step_s", steps));
        assertThat(Plots.scaling(decades, "size_mib", "step_s", "").plotlyJson())
                .contains("\"type\":\"log\"", "\"tickvals\":[0.9,1,2,3,4,5,6,7,8,9,10")
                .contains("\"ticktext\":[\"\",\"1\",\"2\",\"\",\"\",\"5\",\"\",\"\",\"\",\"\",\"10\"");
    }

    @Test
    void aTopologyIsDrawnWithEveryLinkAndNode() {
        Topology topology = Topology.fatTree(4, 2);
        Figure figure = Plots.topology(topology);
        assertThat(figure.table().rowCount()).isEqualTo(topology.links().rowCount());
        assertThat(figure.plotlyJson()).contains("\"name\":\"hosts\"", "\"switch 8\"", "\"visible\":false");
        assertThat(figure.svg(Size.COLUMN)).doesNotContain("NaN");
    }

    @Test
    void aSweepHasABarARun() {
        Table sweep = SweepTable.SCHEMA.empty();
        assertThat(sweep.columnNames()).contains("topology", "scale", "variant", "step_ms");
        Sweep.Result result = Sweep.of(Jobs.steps(4, 1, 1_000_000))
                .over(Topology.ring(4), Topology.switched(4))
                .withoutCache()
                .run();
        Figure figure = Plots.compare(result);
        assertThat(figure.table().rowCount()).isEqualTo(2);
        assertThat(figure.plotlyJson()).contains("\"ticktext\":[\"ring:4\",\"switch:4\"]");
    }

    @Test
    void anyTableCanBeDrawn() {
        Table table = Table.create(
                "sweep", StringColumn.create("net", "a", "b"), DoubleColumn.create("step_ms", 1.5, Double.NaN));
        assertThat(Plots.compare(table, "net", "step_ms").plotlyJson()).contains("\"y\":[1.5,null]");
        assertThatThrownBy(() -> Plots.compare(table, "net", "nett"))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("no column \"nett\"")
                .hasMessageContaining("[net, step_ms]");
        assertThatThrownBy(() -> Plots.scaling(table, "net", "step_ms", ""))
                .hasMessageContaining("does not contain numbers");
    }

    @Test
    void aFitStandsWithItsInterval() {
        double[] x = {3, 1, 2};
        Figure figure = Plots.calibration(
                "bytes",
                "time (ms)",
                x,
                new double[] {6, 2, 4},
                new double[] {6, 2, 4},
                new double[] {5, 1, 3},
                new double[] {7, 3, 5});
        assertThat(figure.table().columnNames()).containsExactly("x", "measured", "fit", "low", "high");
        assertThat(figure.plotlyJson()).contains("\"x\":[1,2,3,3,2,1],\"y\":[1,3,5,7,5,3]");
    }

    @Test
    void everyFigureIsWrittenForPrint() throws Exception {
        Simulation sim = simulated();
        int number = 0;
        for (Figure figure : List.of(
                Plots.timeline(traces), Plots.timeline(traces, sim), Plots.overlap(sim), Plots.criticalPath(sim))) {
            Path file = dir.resolve("figure-" + number++ + ".pdf");
            figure.save(file.toString(), Size.COLUMN);
            assertThat(Files.size(file)).isGreaterThan(2_000);
        }
    }

    private Simulation simulated() {
        return traces.step(1)
                .link()
                .toEt()
                .repair()
                .simulate(Topology.ring(2).bandwidth(gbps(65)).latency(us(14)), s -> s.record(Recording.OPS));
    }

    @Test
    void aWiringOfTooManyLinksIsRefused() {
        assertThatThrownBy(() -> Plots.topology(Topology.spectrumX(4096)))
                .isInstanceOf(PlotException.class)
                .hasMessageContaining("spectrum-x:4096 has 12288 links")
                .hasMessageContaining("topology.links()");
        Figure figure = Plots.topology(Topology.spectrumX(16, c -> c.spines(2)));
        assertThat(figure.table().rowCount()).isEqualTo(16 * 2 + 8 * 2);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.etude.Extrapolation;
import org.etude.LlmWorkload;
import org.etude.Simulation;
import org.etude.SmallTraces;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.Workloads;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.output.MimeBundle;
import org.etude.report.EtudeException;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DateColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class DisplaysTest {
    private static final String EVIL = "</td><script>alert(1)</script><img src=x onerror='alert(1)'>\"&";

    private final Displays displays = new Displays();

    /** A row of a list. */
    record Point(String name, int size, double step_ms) {}

    @Test
    void aTableHasHeadUnitsAndFormattedNumbers() {
        Table table = Table.create(
                "steps",
                IntColumn.create("rank", 0, 1),
                DoubleColumn.create("step_ms", 1234.5678, Double.NaN),
                LongColumn.create("size_bytes", 4_000_000_000L, 7),
                StringColumn.create("name", "a", "b"),
                BooleanColumn.create("ok", true, false),
                DateColumn.create("day", LocalDate.of(2026, 11, 21), null));
        String html = html(table);
        assertThat(html)
                .contains("class=\"dataframe\"")
                .contains(
                        "<th class=\"etude-n\" title=\"step_ms: double, in ms; click to sort what is shown\">step_ms</th>")
                .contains("in GB; click to sort what is shown\">size_<wbr>bytes<br><small>GB</small></th>")
                .contains("<th title=\"name: string; click")
                .contains(
                        "<tr><td class=\"etude-n\">0</td><td class=\"etude-n\">1,234.568</td><td class=\"etude-n\">4.000</td>"
                                + "<td>a</td><td>true</td><td>2026-11-21</td></tr>")
                .contains(
                        "<tr><td class=\"etude-n\">1</td><td class=\"etude-n\"></td><td class=\"etude-n\">&lt;0.000001</td><td>b</td><td>false</td>")
                .contains("steps: 2 rows × 6 columns");
        assertThat(plain(table)).startsWith(" rank").contains("1,234.568");
    }

    /** Eleven columns fit a window of 1,000 pixels only where their heads may be broken. */
    @Test
    void longHeadsAndLongWordsMayBeBrokenBehindTheirSigns() {
        String kernel = "ncclKernel_Ring(Storage<4096ul>)";
        Table table = Table.create(
                "t", DoubleColumn.create("exposed_comm_ms", 1), StringColumn.create("name", "a long::text " + kernel));
        assertThat(html(table))
                .contains(">exposed_<wbr>comm_<wbr>ms</th>", "title=\"exposed_comm_ms: double")
                .contains("<td>a long::text ncclKernel_<wbr>Ring(<wbr>Storage&lt;<wbr>4096ul&gt;)</td>")
                .doesNotContain("white-space:nowrap;position");
    }

    @Test
    void aLongTableShowsHeadAndTail() {
        Table table = Table.create(
                "long", IntColumn.create("i", IntStream.range(0, 100_000).toArray()));
        String html = html(table);
        assertThat(html)
                .contains("<td class=\"etude-n\">29</td>", "<td class=\"etude-n\">99,990</td>", "class=\"gap\"")
                .doesNotContain("<td class=\"etude-n\">30</td>", "<td class=\"etude-n\">99,989</td>")
                .contains("long: 100,000 rows (first 30 and last 10 shown) × 1 column");
        assertThat(html.length()).isLessThan(10_000);
        assertThat(plain(table)).contains("... 99,980 more rows");
    }

    @Test
    void aWideTableShowsItsFirstColumns() {
        Table table = Table.create("wide");
        for (int i = 0; i < 100; i++) {
            table.addColumns(IntColumn.create("c" + i, 1));
        }
        String html = html(table);
        assertThat(html)
                .contains("<summary><small>the first 40 of 100 columns</small></summary>", ">c39<")
                .doesNotContain(">c40<")
                .contains("100 columns (24 shown)");
        assertThat(html.substring(0, html.indexOf("<details>")))
                .contains(">c23<")
                .doesNotContain(">c24<");
    }

    /** Twelve columns with the figures of a simulation do not fit a page; those of another tool were not requested. */
    @Test
    void aTableShowsAtFirstWhatFitsThePage() {
        Table table = Table.create("ranks", IntColumn.create("rank", 0, 1));
        for (String name : List.of("astra_wall_ns", "communication_bytes", "exposed_communication_ms", "peer")) {
            table.addColumns(DoubleColumn.create(name, 25_722_867_712.0, 1_000_000));
        }
        table.addColumns(DoubleColumn.create("nothing", Double.NaN, Double.NaN));
        for (int i = 0; i < 8; i++) {
            table.addColumns(DoubleColumn.create("measured_column_" + i + "_us", 123_456.789, 2));
        }
        String html = html(table).replace("<wbr>", "");
        String first = html.substring(0, html.indexOf("<details>"));
        assertThat(first)
                .contains(">rank<", ">exposed_communication_ms<", ">25.723<", ">measured_column_1_us<")
                .doesNotContain(">astra_wall_ns<", ">nothing<", ">measured_column_4_us<");
        assertThat(html.substring(html.indexOf("<details>")))
                .startsWith("<details><summary><small>all 14 columns</small></summary>")
                .contains(">astra_wall_ns<", ">nothing<", ">measured_column_7_us<");
        assertThat(plain(table)).contains("communication_bytes");
    }

    /** Seen in JupyterLab, light and dark, and in the classic Notebook: on the background of the row, heads above all. */
    @Test
    void aFirstColumnOfNumbersStaysInSight() {
        String html = html(Table.create("t", IntColumn.create("rank", 0, 1)));
        assertThat(html)
                .contains(".etude-n:first-child{position:sticky;left:0}")
                .contains("td.etude-n:first-child{background:inherit}")
                .contains("<th class=\"etude-n\"")
                .contains("<td class=\"etude-n\">1</td>");
    }

    @Test
    void decimalsHaveAsManyPlacesAsTheyNeedInAnyLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(html(DoubleColumn.create("x", 0.000123456, 0.00005))).contains(">0.0001235<", ">0.0000500<");
            assertThat(html(DoubleColumn.create("x", 1, 2, 3000))).contains(">1<", ">3,000<");
            assertThat(html(DoubleColumn.create("x", 1.5, 1e-9, 1e20)))
                    .contains(">1.500<", ">&lt;0.000001<", ">1E+20<");
            assertThat(html(DoubleColumn.create("x", -0.0004, 1.5, Double.POSITIVE_INFINITY)))
                    .contains(">-0.0004<", ">∞<");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void recordsMapsAndCollectionsAreTables() {
        assertThat(html(List.of(new Point("a", 1, 2.5), new Point("b", 2000, 3))))
                .contains(
                        ">name</th>",
                        ">size</th>",
                        "<td>a</td><td class=\"etude-n\">1</td><td class=\"etude-n\">2.500</td>")
                .contains("Point: 2 rows × 3 columns");
        assertThat(html(new Point("one", 1, 2.5)))
                .contains("<td>name</td><td>one</td>", "<td>step_ms</td><td>2.500</td>");
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("k", 1);
        map.put("n", null);
        assertThat(html(map))
                .contains("<td>k</td><td class=\"etude-n\">1</td>", "<td>n</td><td class=\"etude-n\"></td>");
        assertThat(html(List.of(Map.of("a", 1), Map.of("b", 2)))).contains(">a</th>", ">b</th>");
        assertThat(html(Arrays.asList("x", null, "z"))).contains("<td class=\"etude-n\">1</td><td></td>");
        assertThat(html(new String[] {"p", "q"})).contains("<td>q</td>");
        assertThat(html(Optional.of(List.of(1, 2)))).contains("<td class=\"etude-n\">2</td>");
        assertThat(html(Table.create("t", IntColumn.create("i", 5)).row(0))).contains("<td>i</td>");
    }

    @Test
    void whatIsOnlyTextIsOnlyText() {
        assertThat(displays.render(42)).isEqualTo(MimeBundle.plain("42"));
        assertThat(displays.render(null)).isEqualTo(MimeBundle.plain("null"));
        assertThat(displays.render("<b>")).isEqualTo(MimeBundle.plain("<b>"));
        assertThat(displays.render(List.of())).isEqualTo(MimeBundle.plain("[]"));
        assertThat(displays.render(new int[] {1, 2})).isEqualTo(MimeBundle.plain("[1, 2]"));
        assertThat(displays.render(Optional.empty())).isEqualTo(MimeBundle.plain("null"));
    }

    @Test
    void hostileTextStaysText() {
        Table table = Table.create(EVIL, StringColumn.create(EVIL, EVIL), IntColumn.create("i" + EVIL, 1));
        for (Object value : List.of(
                table,
                List.of(new Point(EVIL, 1, 1)),
                Map.of(EVIL, EVIL),
                List.of(EVIL),
                new EtudeException(EVIL, EVIL),
                new IllegalStateException(EVIL, new RuntimeException(EVIL)),
                Report.of(List.of(new Finding(Finding.Level.INFO, EVIL, -1, EVIL, EVIL, EVIL, EVIL))))) {
            assertThat(html(value))
                    .doesNotContain("<script>alert", "<img src=x")
                    .containsPattern("&lt;(<wbr>)?script&gt;");
        }
        assertThat(html(Map.of("k", "\u0000\u0007x"))).contains("<td>x</td>");
    }

    @Test
    void errorsTellTheirCausesAndDetails() {
        Report details = Report.of(List.of(
                new Finding(Finding.Level.ERROR, "simulate", 3, "node 7", "waits", "nobody sends", "nothing runs")));
        EtudeException error = new EtudeException("it stopped", "mend it", details, new RuntimeException("below"));
        assertThat(html(error))
                .contains("<b>org.etude.report.EtudeException</b>", "it stopped", "mend it")
                .contains("<td>nobody sends</td>", "details: 1 row")
                .contains("caused by <b>java.lang.RuntimeException</b>", "below", "<summary>where</summary>");
        assertThat(plain(error))
                .startsWith("org.etude.report.EtudeException: it stopped")
                .contains("caused by java.lang.RuntimeException: below");
        RuntimeException circle = new RuntimeException("a");
        circle.initCause(new RuntimeException("b", circle));
        assertThat(plain(circle))
                .isEqualTo("java.lang.RuntimeException: a" + System.lineSeparator()
                        + "caused by java.lang.RuntimeException: b");
    }

    @Test
    void eachStageShowsItsSummary(@TempDir Path dir) {
        Traces traces = Traces.load(SmallTraces.write(dir, 2).toString());
        assertThat(html(traces))
                .startsWith("<pre style=\"white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere\">Traces ")
                .contains("traces: 2 rows", "steps: 4 rows", "ROCm 6.4 (HIP)")
                .doesNotContain("host_ops  device_events");
        var linked = traces.step(1).link();
        assertThat(html(linked)).contains("link: ", "0 unmatched");
        Extrapolation copies = Traces.load("data/cnn-2").link().parallelize(p -> p.dp(4));
        assertThat(html(copies)).contains(">Extrapolation of ", "extrapolation: 1 row", "findings: ");
        Workload work = linked.toEt();
        assertThat(html(work)).contains("workload: ", "size_bytes");
        assertThat(html(work.repair())).contains("Workload ");
        Simulation sim = work.repair().simulate(Topology.ring(2));
        assertThat(html(sim)).contains(">Simulation ring:2, 2 ranks", "ranks: 2 rows", "exposed_comm_ms");
        assertThat(html(sim.against(traces.step(1))))
                .as("lines of a hundred characters, which a front end breaks inside words")
                .startsWith(
                        "<pre style=\"white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere\">Step of rank ")
                .contains("\nNetwork: ring:2");
        assertThat(html(sim.bound())).startsWith("<pre style=").contains(">Critical path: ");
        assertThat(html(Topology.torus(4, 4))).contains("torus:4x4", "data:image/svg+xml;base64,");
        assertThat(html(Topology.fullyConnected(128)))
                .as("8,256 links are no picture")
                .contains("fc:128")
                .doesNotContain("data:image");
        LlmWorkload llm = Workloads.llm("llama_7B", p -> p.world(8).tp(2).pp(2).globalBatch(8));
        assertThat(html(llm)).contains(">LlmWorkload llama_7B: 8 ranks", "memory: 2 rows", "traffic: ", "findings: ");
        for (Object stage : List.of(traces, linked, copies, work, sim, llm)) {
            assertThat(plain(stage)).isEqualTo(stage.toString());
        }
    }

    @Test
    void neverFailsAndNeverFloods() {
        Object broken = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        };
        assertThat(plain(broken)).contains("its toString() failed", "no text");
        assertThat(html(List.of(broken))).contains("its toString() failed");
        assertThat(plain("x".repeat(1_000_000)))
                .hasSizeLessThan(100_200)
                .endsWith("900,000 of 1,000,000 characters are not shown");
        assertThat(html(Map.of("k", "y".repeat(10_000)))).hasSizeLessThan(5_000).contains("y…");
        List<Integer> many = Collections.nCopies(1_000_000, 1);
        assertThat(html(many))
                .contains("CopiesList of 1000000, the first 100000")
                .hasSizeLessThan(10_000);
        Table table = Table.create("t");
        for (int i = 0; i < 40; i++) {
            table.addColumns(StringColumn.create("c" + i, Collections.nCopies(60, "&\"".repeat(150))));
        }
        assertThat(displays.render(table).data()).containsOnlyKeys("text/plain");
        assertThat(plain(table)).contains("characters of HTML are not shown");
    }

    @Test
    void anInterruptIsNotSwallowed() {
        Object value = new Object() {
            @Override
            public String toString() {
                throw new CancellationException("stop");
            }
        };
        assertThatThrownBy(() -> displays.render(value)).isInstanceOf(CancellationException.class);
    }

    @Test
    void theEvaluatorFindsIt() {
        assertThat(EvaluatorOptions.defaults().renderer()).isInstanceOf(Displays.class);
    }

    @Test
    void theNameOfTheKernelspecIsChecked() {
        assertThatThrownBy(() -> new Displays("a/../b")).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Displays("etude-dev").mime(1)).isEqualTo(Map.of("text/plain", "1"));
    }

    /** JupyterLab takes the style sheet off what is not trusted, and by its own sets every cell to the right. */
    @Test
    void textStaysLeftWhereStyleSheetsAreTakenOff() {
        Table table = Table.create("t", StringColumn.create("name", "a"), IntColumn.create("rank", new int[] {1}));
        assertThat((String) displays.render(table).data().get("text/html"))
                .contains("<th style=\"text-align:left\" title=\"name", "<td style=\"text-align:left\">a</td>")
                .contains("<td class=\"etude-n\">1</td>");
    }

    private String html(Object value) {
        String html = (String) displays.render(value).data().get("text/html");
        return html.replace(" style=\"text-align:left\"", "");
    }

    private String plain(Object value) {
        return (String) displays.render(value).data().get("text/plain");
    }

    @Test
    void theTextOfATableOfManyColumnsFits() {
        Table wide = Table.create("wide");
        for (int i = 0; i < 300; i++) {
            wide.addColumns(IntColumn.create("column" + i, 1, 2));
        }
        String text = new Displays().render(wide).data().get(MimeBundle.PLAIN).toString();
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(160));
        assertThat(text).contains("(too wide for 160 columns: column").endsWith(" more)\n");
    }
}

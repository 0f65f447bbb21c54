// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.Simulation;
import org.etude.SmallTraces;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.WhatIf;
import org.etude.table.TableCsv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Exposed communication, stragglers and what-if on the command line, as the Java API gives them. */
class AnalysisOptionsTest {
    @TempDir
    private Path directory;

    private TestShell simulate(Object... more) {
        List<Object> args = new ArrayList<>(List.of(
                "simulate", SmallEts.write(directory.resolve("et"), 4), "--topology", "switch:4", "--format", "csv"));
        args.addAll(Arrays.asList(more));
        if (!args.contains("--fidelity")) {
            args.addAll(List.of("--fidelity", "analytic"));
        }
        return TestShell.run(args.toArray());
    }

    private Simulation run() {
        return Workload.read(directory.resolve("et").resolve("w").toString())
                .simulate(
                        Topology.switched(4), s -> s.fidelity(Fidelity.ANALYTIC).record(SimOptions.Recording.OPS));
    }

    @Test
    void tablesAreThoseOfTheApi() throws Exception {
        Path out = directory.resolve("out");
        TestShell shell = simulate(
                "--exposed=2",
                "--stragglers",
                "--what-if",
                "links=2",
                "--what-if",
                "collectives=0,compute=0.5",
                "--out",
                out);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        Simulation sim = run();
        assertThat(Files.readString(out.resolve("what_if.csv")))
                .isEqualTo(TableCsv.text(
                        sim.whatIf(w -> w.links(2), w -> w.collectives(0).compute(0.5))))
                .contains("links x 2,", "\"collectives free, compute x 0.5\",");
        assertThat(Files.readString(out.resolve("exposed_comm.csv")))
                .isEqualTo(TableCsv.text(sim.exposedComm().first(2).setName("exposed_comm")));
        assertThat(Files.readString(out.resolve("stragglers.csv"))).isEqualTo(TableCsv.text(sim.stragglers()));
        assertThat(shell.out()).contains("# exposed_comm\n", "# stragglers\n", "# what_if\n");
    }

    @Test
    void nothingIsShownUnlessAskedFor() {
        assertThat(simulate().out()).doesNotContain("# exposed_comm", "# stragglers", "# what_if");
        assertThat(simulate("--exposed").out().lines().filter(line -> line.contains(",allreduce,all_reduce,")))
                .hasSize(4);
    }

    /** A run may take minutes, so a senseless question is refused before it. */
    @Test
    void senselessQuestionsAreRefused() {
        TestShell nobody = simulate("--what-if", "op:nobody=0");
        assertThat(nobody.code()).isEqualTo(ExitCode.FAILED);
        assertThat(nobody.err()).contains("nobody");
        assertThat(nobody.out()).isEmpty();
        assertThat(simulate("--what-if", "level:7=2").err()).contains("no link matches");
        assertThat(simulate("--what-if", "links=fast").code()).isEqualTo(ExitCode.USAGE);
        assertThat(simulate("--what-if", "links=fast").err()).contains("\"fast\" is not a factor", "level:0=2");
    }

    @Test
    void packetsAreAskedPacketByPacket() {
        TestShell shell = simulate("--fidelity", "packet", "--what-if", "link:0-4=2,link:1-4=2,link:2-4=2,link:3-4=2");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("\"link 0-4 x 2, link 1-4 x 2, link 2-4 x 2, link 3-4 x 2\",");
    }

    @Test
    void theWholeChainIsAskedToo() throws Exception {
        Path out = directory.resolve("run");
        TestShell shell = TestShell.run(
                "run",
                SmallTraces.write(directory.resolve("traces"), 2),
                "--exposed=1",
                "--stragglers",
                "--what-if",
                "compute=0",
                "--out",
                out,
                "--format",
                "csv");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("# exposed_comm\n", "# stragglers\n", "# what_if\n", "\ncompute free,");
        assertThat(Files.readAllLines(out.resolve("sim/exposed_comm.csv"))).hasSize(2);
        assertThat(Files.readAllLines(out.resolve("sim/stragglers.csv"))).hasSize(3);
        assertThat(Files.readAllLines(out.resolve("sim/what_if.csv"))).hasSize(2);
    }

    @Test
    void aRunThatDidNotEndHasNoAnswers() {
        TestShell shell = simulate("--max-simulated-time", "100us", "--what-if", "links=2", "--exposed");
        assertThat(shell.code()).isEqualTo(ExitCode.LIMIT);
        assertThat(shell.out()).contains("# exposed_comm").doesNotContain("# what_if");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            links=2                        | links x 2
            LEVEL:1=0.5                    |
            level:1=0.5                    | level 1 x 0.5
            link:8-12=4                    | link 8-12 x 4
            latency=0                      | latency x 0
            compute=0.5, host=0            | compute x 0.5, host free
            ops:Matmul=2                   | matmul x 2
            op:aten::mm=0                  | aten::mm free
            op:f<a, b>=0,links=2           | f<a, b> free, links x 2
            op:a=b=3                       | a=b x 3
            collectives=1e-1               | collectives x 0.1
            """)
    void changesAreReadAsTheyAreTyped(String text, String question) {
        if (question == null) {
            assertThatThrownBy(() -> WhatIfArgument.parse(text)).isInstanceOf(TypeConversionException.class);
        } else {
            assertThat(WhatIfArgument.parse(text).question().apply(WhatIf.nothing()))
                    .hasToString(question);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "links",
                "links=",
                "links=-1",
                "links=0",
                "speed=2",
                "ops:magic=1",
                "level:x=2",
                "link:8=2",
                "links:0=2",
                "compute=1/2",
                "op:=2",
                "host=Infinity",
                "links=2,,host=0"
            })
    void otherTextsAreRefusedWithTheForms(String text) {
        assertThatThrownBy(() -> new WhatIfArgument.Converter().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining(text);
    }
}

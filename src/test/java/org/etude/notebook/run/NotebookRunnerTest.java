// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.notebook.output.StreamName.STDERR;
import static org.etude.notebook.output.StreamName.STDOUT;
import static org.etude.notebook.run.ScriptedRunner.failed;
import static org.etude.notebook.run.ScriptedRunner.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookException;
import org.etude.notebook.ipynb.Output;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;

class NotebookRunnerTest {
    private final ScriptedRunner runner = new ScriptedRunner();
    private final Output old = Output.stream("stdout", "old");

    @Test
    void cellsAreNumberedAndOldOutputsReplaced() {
        runner.on("a", out -> {
            out.stream(STDOUT, "one ");
            out.stream(STDOUT, "two\n");
            out.stream(STDERR, "err");
            out.stream(STDOUT, "three");
            return value(null);
        });
        runner.on("b", out -> value(42));
        NotebookRun run = run(
                Cell.markdown("m", "# T"),
                Cell.code("1", "a").ran(9, List.of(old)),
                Cell.code("2", "  ").ran(3, List.of(old)),
                Cell.code("3", "b"));
        assertThat(run.failure()).isEmpty();
        assertThat(run.cellsRun()).isEqualTo(2);
        List<Cell> cells = run.notebook().cells();
        assertThat(cells.get(1).executionCount()).isEqualTo(1);
        assertThat(cells.get(1).outputs())
                .containsExactly(
                        Output.stream("stdout", "one two\n"),
                        Output.stream("stderr", "err"),
                        Output.stream("stdout", "three"));
        assertThat(cells.get(2).outputs()).isEmpty();
        assertThat(cells.get(2).executionCount()).isNull();
        assertThat(cells.get(3).outputs())
                .containsExactly(Output.result(2, Map.of("text/plain", "value 42"), Map.of()));
    }

    @Test
    void theFirstFailureEndsTheRunAndIsKept() {
        runner.on("\nbad();\nmore", out -> failed("boom"));
        NotebookRun failed = run(
                Cell.markdown("m", "x"),
                Cell.code("1", "ok"),
                Cell.code("2", "\nbad();\nmore"),
                Cell.code("3", "later").ran(1, List.of(old)));
        NotebookRun.Failure failure = failed.failure().orElseThrow();
        assertThat(failure.where()).isEqualTo("cell 3, In[2] (bad();)");
        assertThat(failure.error().value()).isEqualTo("boom");
        assertThat(failed.cellsRun()).isEqualTo(2);
        assertThat(failed.notebook().cells().get(2).outputs())
                .containsExactly(Output.error("IllegalStateException", "boom", List.of("Traceback", "boom")));
        assertThat(failed.notebook().cells().get(3).outputs()).isEmpty();
    }

    @Test
    void tagsLetACellFailOrLeaveItOut() {
        List<String> ran = new ArrayList<>();
        runner.on("fails", out -> failed("as expected"));
        runner.on("skipped", out -> {
            ran.add("skipped");
            return value(null);
        });
        NotebookRun run = run(
                Cell.code("1", "fails").withTags(List.of("raises-exception")),
                Cell.code("2", "skipped").withTags(List.of("skip-execution")).ran(7, List.of(old)),
                Cell.code("3", "x"));
        assertThat(run.failure()).isEmpty();
        assertThat(ran).isEmpty();
        assertThat(run.notebook().cells().get(0).outputs().get(0).type()).isEqualTo("error");
        assertThat(run.notebook().cells().get(1).outputs()).isEmpty();
        assertThat(run.notebook().cells().get(2).executionCount()).isEqualTo(2);
    }

    @Test
    void displaysAreUpdatedWhereTheyStandEvenByLaterCells() {
        runner.on("first", out -> {
            out.display(MimeBundle.plain("0 %"), "bar", false);
            out.stream(STDOUT, "text");
            out.display(MimeBundle.plain("50 %"), "bar", true);
            return value(null);
        });
        runner.on("second", out -> {
            out.display(MimeBundle.plain("100 %"), "bar", true);
            out.display(MimeBundle.plain("lost"), "unknown", true);
            return value(null);
        });
        NotebookRun run = run(Cell.code("1", "first"), Cell.code("2", "second"));
        assertThat(run.notebook().cells().get(0).outputs())
                .containsExactly(
                        Output.display(Map.of("text/plain", "100 %"), Map.of()), Output.stream("stdout", "text"));
        assertThat(run.notebook().cells().get(1).outputs()).isEmpty();
    }

    @Test
    void progressBarsAreNotKept() {
        runner.on("long", out -> {
            out.display(MimeBundle.progress("<i>1</i>", "1 of 2"), "bar", false);
            out.display(MimeBundle.progress("<i>2</i>", "2 of 2"), "bar", true);
            return value("result");
        });
        assertThat(run(Cell.code("1", "long")).notebook().cells().get(0).outputs())
                .containsExactly(Output.result(1, Map.of("text/plain", "value result"), Map.of()));
    }

    @Test
    void clearingTakesWhatWasShownAtOnceOrWithTheNextOutput() {
        runner.on("clears", out -> {
            out.stream(STDOUT, "1");
            out.clear(false);
            out.stream(STDOUT, "2");
            out.clear(true);
            return value(null);
        });
        runner.on("waits", out -> {
            out.stream(STDOUT, "1");
            out.clear(true);
            out.stream(STDOUT, "2");
            return value(null);
        });
        NotebookRun run = run(Cell.code("1", "clears"), Cell.code("2", "waits"));
        assertThat(run.notebook().cells().get(0).outputs()).containsExactly(Output.stream("stdout", "2"));
        assertThat(run.notebook().cells().get(1).outputs()).containsExactly(Output.stream("stdout", "2"));
    }

    @Test
    void whatThreadsShowLaterIsKeptWithTheirCell() {
        List<CellOutput> first = new ArrayList<>();
        runner.on("first", out -> {
            first.add(out);
            return value(null);
        });
        runner.on("second", out -> {
            first.get(0).stream(STDOUT, "late");
            return value(null);
        });
        NotebookRun run = run(Cell.code("1", "first"), Cell.code("2", "second"));
        assertThat(run.notebook().cells().get(0).outputs()).containsExactly(Output.stream("stdout", "late"));
    }

    @Test
    void anotherLanguageIsRefused() {
        Notebook python = new Notebook(
                5, List.of(Cell.code("1", "x")), Map.of("language_info", Map.of("name", "Python")), Map.of());
        assertThatThrownBy(() -> NotebookRunner.run(python, "x.ipynb", runner, Progress.NONE))
                .isInstanceOf(NotebookException.class)
                .hasMessageStartingWith("x.ipynb: its cells are in python, Etude runs Java");
    }

    @Test
    void interruptionStopsBetweenCells() {
        runner.on("a", out -> {
            Thread.currentThread().interrupt();
            return value(null);
        });
        List<String> ran = new ArrayList<>();
        runner.on("b", out -> {
            ran.add("b");
            return value(null);
        });
        try {
            assertThatThrownBy(() -> run(Cell.code("1", "a"), Cell.code("2", "b")))
                    .isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(ran).isEmpty();
    }

    private NotebookRun run(Cell... cells) {
        return NotebookRunner.run(Notebook.of(cells), "x.ipynb", runner, Progress.NONE);
    }
}

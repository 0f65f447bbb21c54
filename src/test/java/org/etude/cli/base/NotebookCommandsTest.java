// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.cli.TestShell;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.notebook.ipynb.Output;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NotebookCommandsTest {
    @TempDir
    Path temp;

    private Path file;

    @BeforeEach
    void place() throws IOException {
        file = Files.createDirectories(temp.resolve("some where")).resolve("x.ipynb");
    }

    @Test
    void aRunStoresOutputsAndReadsFilesNextToTheNotebook() throws IOException {
        Files.writeString(file.resolveSibling("neighbour.txt"), "found");
        store(
                Cell.markdown("m", "# Title"),
                Cell.code("a", "var text = java.nio.file.Files.readString(java.nio.file.Path.of(\"neighbour.txt\"));"),
                Cell.code("b", "System.out.println(text);\nus(14)"));
        TestShell shell = TestShell.process("notebook", "run", file).exits(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out()).matches("ran 2 cells of .*x\\.ipynb in \\d+\\.\\d s\n");
        List<Cell> cells = NotebookFile.read(file).cells();
        assertThat(cells.get(1).executionCount()).isEqualTo(1);
        assertThat(cells.get(2).outputs().get(0)).isEqualTo(Output.stream("stdout", "found\n"));
        assertThat(cells.get(2).outputs().get(1).type()).isEqualTo("execute_result");
        assertThat(cells.get(2).outputs().get(1).data()).containsKey("text/plain");
        assertThat(TestShell.files(file.getParent())).containsExactly("neighbour.txt", "x.ipynb");
    }

    /** What is stored is what the cells show with these parameters, so the check has nothing to say. */
    @Test
    void parametersAreSetAndTheOriginalStays() throws IOException {
        store(
                Cell.code("p", "int ranks = 2;\nString name = \"a\";").withTags(List.of("parameters")),
                Cell.code("c", "name + ranks")
                        .ran(3, List.of(Output.result(3, Map.of("text/plain", "b c9"), Map.of()))));
        String before = Files.readString(file);
        Path out = temp.resolve("out.ipynb");
        Path page = temp.resolve("sub/page.html");
        TestShell shell = TestShell.run(
                        "notebook",
                        "run",
                        file,
                        "-p",
                        "ranks=3 * 3",
                        "-p",
                        "name=b c",
                        "--out",
                        out,
                        "--html",
                        page,
                        "--check")
                .exits(ExitCode.OK);
        assertThat(shell.out()).doesNotContain("stale");
        assertThat(Files.readString(file)).isEqualTo(before);
        Notebook ran = NotebookFile.read(out);
        assertThat(ran.cells().get(1).source()).isEqualTo("ranks = 3 * 3;\nname = \"b c\";");
        assertThat(ran.cells().get(2).outputs().get(0).data()).containsEntry("text/plain", "b c9");
        assertThat(page).content().contains("b c9", "<title>x.ipynb</title>").doesNotContain("src=\"http");
    }

    @Test
    void theFirstFailureNamesTheCellAndLeavesTheFile() throws IOException {
        store(
                Cell.code("a", "int x = 1;"),
                Cell.code("b", "\nint y = x / 0;"),
                Cell.code("c", "System.out.println(\"later\");"));
        String before = Files.readString(file);
        TestShell shell = TestShell.run("notebook", "run", file, "--out", temp.resolve("out.ipynb"))
                .exits(ExitCode.FAILED);
        assertThat(shell.err())
                .contains("x.ipynb: cell 2, In[2] (int y = x / 0;): java.lang.ArithmeticException: / by zero\n");
        assertThat(shell.err()).contains("In[2] line 2").doesNotContain("\u001b");
        assertThat(Files.readString(file)).isEqualTo(before);
        Notebook left = NotebookFile.read(temp.resolve("out.ipynb"));
        assertThat(left.cells().get(1).outputs().get(0).type()).isEqualTo("error");
        assertThat(left.cells().get(2).outputs()).isEmpty();
    }

    @Test
    void checkReportsStaleOutputsAndWritesNothing() throws IOException {
        store(Cell.code("a", "1 + 1").ran(1, List.of(Output.result(1, Map.of("text/plain", "3"), Map.of()))));
        String before = Files.readString(file);
        TestShell stale = TestShell.run("notebook", "run", file, "--check").exits(ExitCode.FINDINGS);
        assertThat(stale.out())
                .contains(
                        "cell 1: stored outputs are stale\n  stored: {",
                        "\"text/plain\": \"3\"",
                        "\"text/plain\": \"2\"");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void stoppingEndsBothProcessesAndLeavesTheFile() throws Exception {
        Path begun = temp.resolve("begun");
        store(Cell.code(
                "a", "java.nio.file.Files.createFile(java.nio.file.Path.of(\"" + begun + "\"));\nwhile (true) {}"));
        String before = Files.readString(file);
        Process process = TestShell.start("notebook", "run", file);
        while (!Files.exists(begun) && process.isAlive()) {
            Thread.sleep(20);
        }
        List<ProcessHandle> children = process.descendants().toList();
        assertThat(children).hasSize(1);
        process.toHandle().destroy(); // and leave its streams open
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isNotZero();
        assertThat(err).contains("etude: interrupted\n");
        children.get(0).onExit().get();
        assertThat(Files.readString(file)).isEqualTo(before);
        assertThat(TestShell.files(file.getParent())).containsExactly("x.ipynb");
    }

    @Test
    void strippingLeavesProseAndCode() throws IOException {
        store(Cell.code("a", "1").ran(4, List.of(Output.stream("stdout", "x"))));
        assertThat(TestShell.run("notebook", "strip", file).exits(ExitCode.OK).out())
                .isEqualTo("stripped " + file + "\n");
        assertThat(NotebookFile.read(file)).isEqualTo(Notebook.of(Cell.code("a", "1")));
        assertThat(TestShell.run("notebook", "strip", file).exits(ExitCode.OK).out())
                .isEmpty();
    }

    @Test
    void badInputIsTwoSentences() {
        assertThat(TestShell.run("notebook", "run", temp.resolve("none.ipynb"))
                        .exits(ExitCode.FAILED)
                        .err())
                .isEqualTo("etude: " + temp.resolve("none.ipynb")
                        + ": no such file\n  Give the path of a notebook (.ipynb).\n");
        assertThat(TestShell.run("notebook").exits(ExitCode.USAGE).err()).contains("say what to do: run or strip");
    }

    private void store(Cell... cells) {
        NotebookFile.write(file, Notebook.of(cells));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.base.Launch;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.notebook.run.StaleOutputs;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The notebooks that come with Etude. */
class NotebooksTest {
    private static final Path ROOT = Path.of("notebooks");

    static List<Path> notebooks() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9].*\\.ipynb"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theyComeInOrderWithoutOutputsAsJupyterWouldStoreThem() throws IOException {
        assertThat(notebooks().stream().map(file -> file.getFileName().toString()))
                .contains("00-tour.ipynb", "01-your-own-traces.ipynb");
        for (Path file : notebooks()) {
            Notebook notebook = NotebookFile.read(file);
            assertThat(Files.readString(file)).as(file.toString()).isEqualTo(NotebookFile.text(notebook.stripped()));
            assertThat(notebook.language()).contains("java");
            assertThat(notebook.title()).isPresent();
            assertThat(notebook.cells().stream().filter(cell -> cell.tagged("parameters")))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    /** Once each in a process of its own; again all in one process, where none may see anything of those before it. */
    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> theyRunAndExportPagesThatNeedNoNetwork(@TempDir Path temp) throws IOException {
        // A translation has the code of its original, which another test holds; it need not run again.
        List<Path> files = notebooks().stream()
                .filter(file -> !file.startsWith(ROOT.resolve("zh-TW")))
                .toList();
        return Stream.concat(
                files.stream().map(file -> DynamicTest.dynamicTest(file.toString(), () -> runsAlone(file, temp))),
                Stream.of(DynamicTest.dynamicTest("again with attempts", () -> showTheSameAgain(files, temp))));
    }

    private static void runsAlone(Path file, Path temp) throws IOException {
        Path page = temp.resolve(file.getFileName() + ".html");
        Launch.command("notebook", "run", file, "--out", alone(file, temp), "--html", page);
        Notebook ran = NotebookFile.read(alone(file, temp));
        assertThat(ran.stripped()).isEqualTo(NotebookFile.read(file));
        assertThat(ran.cells().stream().flatMap(cell -> cell.outputs().stream()))
                .noneMatch(output -> output.type().equals("error"))
                .noneMatch(output -> output.text("name").equals("stderr"))
                .hasSizeGreaterThan(2);
        assertThat(Files.readString(page)).doesNotContainPattern("<(?:script|link|img)[^>]*(?:src|href)=[\"']?https?:");
    }

    private static Path alone(Path file, Path temp) {
        return temp.resolve(file.getFileName());
    }

    private static void showTheSameAgain(List<Path> files, Path temp) throws IOException, InterruptedException {
        List<Path> copies = new ArrayList<>();
        for (Path file : files) {
            copies.add(TriedExercises.copy(file, temp));
        }
        NotebookProcess.run(temp.resolve(ROOT), copies);
        for (int i = 0; i < copies.size(); i++) {
            Notebook tried = NotebookFile.read(copies.get(i));
            TriedExercises.assertJudged(tried);
            assertThat(StaleOutputs.of(NotebookFile.read(alone(files.get(i), temp)), TriedExercises.without(tried)))
                    .as("%s: neither time nor chance is in what it shows", files.get(i))
                    .isEmpty();
        }
    }
}

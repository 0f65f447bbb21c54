// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookFile;

/**
 * Exercises done as students would: the cells of an exercise are followed by the same cells again, first with each wrong answer in the
 * place of null, then with a right one, so that one run tries all.
 */
final class TriedExercises {
    private static final Path ROOT = Path.of("notebooks");
    private static final String OPEN = "answer = null;";
    private static final String CHECK = "Exercise.check(";
    private static final String WRONG = "-wrong";
    private static final String RIGHT = "-right";
    private static final Pattern ATTEMPT = Pattern.compile(".*(" + WRONG + "\\d+|" + RIGHT + ")");

    private TriedExercises() {}

    /** The wrong answers for each notebook and, last, a right one, as Java. */
    static Map<String, List<String>> answers() throws IOException {
        try (Reader file = new InputStreamReader(
                TriedExercises.class.getResourceAsStream("answers.json"), StandardCharsets.UTF_8)) {
            return new Gson().fromJson(file, new TypeToken<Map<String, List<String>>>() {}.getType());
        }
    }

    /** Whether the file has an exercise. */
    static boolean has(Notebook notebook) {
        return notebook.cells().stream()
                .anyMatch(cell -> cell.runs() && cell.source().contains(CHECK));
    }

    /** The notebook with the attempts. One without an exercise stays as it is. */
    static Notebook in(Path file) throws IOException {
        Notebook notebook = NotebookFile.read(file);
        if (!has(notebook)) {
            return notebook;
        }
        String name = ROOT.relativize(file).toString().replace('\\', '/').replace(".ipynb", "");
        List<String> tries = answers().get(name);
        assertThat(tries).as(name).hasSizeGreaterThan(1);
        List<Cell> cells = new ArrayList<>();
        List<Cell> exercise = new ArrayList<>();
        for (Cell cell : notebook.cells()) {
            cells.add(cell);
            if (cell.runs() && (!exercise.isEmpty() || cell.source().contains(OPEN))) {
                exercise.add(cell);
            }
            if (!exercise.isEmpty() && cell.runs() && cell.source().contains(CHECK)) {
                int last = tries.size() - 1;
                for (int i = 0; i < last; i++) {
                    add(cells, exercise, tries.get(i), WRONG + i);
                }
                add(cells, exercise, tries.get(last), RIGHT);
                exercise.clear();
            }
        }
        return new Notebook(notebook.minor(), cells, notebook.metadata(), notebook.others());
    }

    /** Writes the notebook with the attempts below a folder in which it finds its data, at the same place. */
    static Path copy(Path file, Path folder) throws IOException {
        Path data = folder.resolve("data");
        if (Files.notExists(data)) {
            Files.createSymbolicLink(data, Path.of("data").toAbsolutePath());
        }
        Path copy = folder.resolve(file);
        Files.createDirectories(copy.getParent());
        NotebookFile.write(copy, in(file));
        return copy;
    }

    /** The notebook as it was before, with what its own cells showed. */
    static Notebook without(Notebook tried) {
        List<Cell> own = tried.cells().stream()
                .filter(cell -> !ATTEMPT.matcher(cell.id()).matches())
                .toList();
        return new Notebook(tried.minor(), own, tried.metadata(), tried.others());
    }

    /** The check distinguishes a missing, a wrong and a right answer. */
    static void assertJudged(Notebook ran) {
        for (Cell cell : ran.cells()) {
            if (!cell.runs() || !cell.source().contains(CHECK)) {
                continue;
            }
            String shown = cell.outputs().toString();
            if (cell.id().contains(WRONG)) {
                assertThat(shown).as(cell.id()).contains("is not right").doesNotContain("Right.");
            } else if (cell.id().endsWith(RIGHT)) {
                assertThat(shown).as(cell.id()).contains("Right.");
            } else {
                assertThat(shown).as(cell.id()).contains("Your turn:").doesNotContain("Right.");
            }
        }
    }

    private static void add(List<Cell> cells, List<Cell> exercise, String answer, String kind) {
        exercise.forEach(each -> cells.add(attempt(each, answer, kind)));
    }

    private static Cell attempt(Cell cell, String answer, String kind) {
        Cell changed = new Cell(
                cell.id() + kind,
                cell.type(),
                cell.source().replace(OPEN, "answer = " + answer + ";"),
                null,
                List.of(),
                cell.metadata(),
                cell.others());
        return kind.startsWith(WRONG) && cell.source().contains(CHECK)
                ? changed.withTags(List.of("raises-exception"))
                : changed;
    }
}

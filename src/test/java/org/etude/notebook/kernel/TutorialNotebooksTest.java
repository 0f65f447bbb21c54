// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The notebooks in folders of their own, their twins in another language, and the index of all. */
class TutorialNotebooksTest {
    private static final Path ROOT = Path.of("notebooks");
    private static final Path INDEX = ROOT.resolve("README.ipynb");
    private static final String EXERCISE = "Exercise.check(";
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern BROKEN_LITERAL = Pattern.compile("(?<!\\\\)\"\\s*\\+\\s*\"");
    /** Numbers of two digits or more, since languages differ in where they write 2 and where two; code; links. */
    private static final Pattern FACT = Pattern.compile("\\d[\\d,.]*\\d|`[^`]+`|]\\([^)]+\\)");

    private static final Path CHINESE = ROOT.resolve("zh-TW");
    private static final Path ENGLISH = ROOT.resolve("micro2024");
    private static final Pattern FENCED = Pattern.compile("(?sm)^```\\w*\\n(.*?)^```");
    private static final int WIDEST = 88;
    private static final Pattern RELATIVE = Pattern.compile("(?:\\]\\(|\")((?:\\.\\./)+[^)\"#]+)");
    private static final Pattern LINK = Pattern.compile("]\\(([^)]+\\.ipynb)\\)");

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".ipynb"))
                    .filter(file -> !file.toString().contains(".ipynb_checkpoints"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> tutorials() throws IOException {
        return Stream.of("asplos2023", "hoti2024", "micro2024")
                .flatMap(folder -> {
                    try {
                        return below(ROOT.resolve(folder)).stream();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
    }

    @Test
    void theyAreStoredWithoutOutputsAsJupyterWouldStoreThem() throws IOException {
        for (Path file : below(ROOT)) {
            Notebook notebook = NotebookFile.read(file);
            assertThat(Files.readString(file)).as(file.toString()).isEqualTo(NotebookFile.text(notebook.stripped()));
            assertThat(notebook.language()).as(file.toString()).contains("java");
            assertThat(notebook.cells())
                    .as(file.toString())
                    .extracting(Cell::id)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void eachTeaches() throws IOException {
        for (Path file : tutorials()) {
            List<Cell> cells = NotebookFile.read(file).cells();
            String prose = cells.stream()
                    .filter(cell -> !cell.runs())
                    .map(Cell::source)
                    .collect(Collectors.joining("\n"));
            assertThat(prose)
                    .as(file.toString())
                    .contains("**You will learn**", "**Question.**", "<details>", "**Exercise.**")
                    .containsIgnoringCase("by hand")
                    .contains("\n## From a shell, and otherwise\n", "`etude ");
            assertThat(cells.stream().filter(Cell::runs).map(Cell::source))
                    .as("%s checks something and shows a picture", file)
                    .anyMatch(source -> source.contains("AssertionError"))
                    .anyMatch(source -> source.contains("Plots.") || source.contains("displayHtml"));
        }
    }

    /** The reader's answer is missing at first, and judged when it is there. */
    @Test
    void eachExerciseIsFollowedByItsCheck() throws IOException {
        for (Path file : tutorials()) {
            List<Cell> cells = NotebookFile.read(file).cells();
            int exercise = 0;
            while (!cells.get(exercise).source().startsWith("**Exercise.**")) {
                exercise++;
            }
            Cell check = cells.get(exercise + 1);
            assertThat(check.runs()).as(file.toString()).isTrue();
            assertThat(check.source()).as(file.toString()).contains("Exercise.check(", "answer = null;");
        }
    }

    @Test
    void everyExerciseIsTriedWithWrongAndRightAnswers() throws IOException {
        TreeSet<String> exercises = new TreeSet<>();
        for (Path file : below(ROOT)) {
            if (!file.startsWith(CHINESE) && TriedExercises.has(NotebookFile.read(file))) {
                exercises.add(
                        ROOT.relativize(file).toString().replace('\\', '/').replace(".ipynb", ""));
            }
        }
        assertThat(TriedExercises.answers()).containsOnlyKeys(exercises).hasSizeGreaterThan(20);
    }

    /** Longer lines are cut off by a cell of JupyterLab in a window of 1,360 pixels; blocks of code in prose likewise. */
    @Test
    void linesOfCodeFitIntoACell() throws IOException {
        for (Path file : below(ROOT)) {
            assertThat(NotebookFile.read(file).cells().stream().flatMap(TutorialNotebooksTest::linesOfCode))
                    .as(file.toString())
                    .allSatisfy(line -> assertThat(columns(line)).as(line).isLessThanOrEqualTo(WIDEST));
        }
    }

    private static Stream<String> linesOfCode(Cell cell) {
        return cell.runs()
                ? cell.source().lines()
                : FENCED.matcher(cell.source()).results().flatMap(block -> block.group(1)
                        .lines());
    }

    /** A Chinese character and its punctuation are as wide as two letters. */
    private static int columns(String line) {
        return line.codePoints().map(c -> c >= 0x1100 ? 2 : 1).sum();
    }

    /** Jupyter runs a notebook in its own folder, translations too. */
    @Test
    void whatTheyNameRelativeToThemselvesIsThere() throws IOException {
        int found = 0;
        for (Path file : below(ROOT)) {
            for (Cell cell : NotebookFile.read(file).cells()) {
                Matcher path = RELATIVE.matcher(cell.source());
                while (path.find()) {
                    assertThat(file.resolveSibling(path.group(1)))
                            .as("%s in %s", cell.id(), file)
                            .exists();
                    found++;
                }
            }
        }
        assertThat(found).isGreaterThan(20);
    }

    @Test
    void twinsHaveTheSameCodeInTheSamePlaces() throws IOException {
        List<Path> twins = below(CHINESE);
        assertThat(twins.stream().map(CHINESE::relativize))
                .isEqualTo(below(ENGLISH).stream().map(ENGLISH::relativize).toList());
        for (Path twin : twins) {
            Notebook chinese = NotebookFile.read(twin);
            Notebook english = NotebookFile.read(ENGLISH.resolve(CHINESE.relativize(twin)));
            assertThat(chinese.metadata()).as(twin.toString()).isEqualTo(english.metadata());
            assertThat(chinese.cells()).as(twin.toString()).extracting(Cell::id).isEqualTo(ids(english));
            assertThat(code(chinese)).as(twin.toString()).isEqualTo(code(english));
            assertThat(exercises(chinese))
                    .as("hints of %s are translated", twin)
                    .hasSameSizeAs(exercises(english))
                    .allMatch(text -> text.codePoints().anyMatch(Character::isIdeographic));
            assertThat(chinese.cells().stream().filter(cell -> !cell.runs()).map(Cell::source))
                    .as("%s is translated", twin)
                    .allMatch(text -> text.codePoints().anyMatch(Character::isIdeographic));
        }
    }

    /** An edit of the one that the other lacks shows in its numbers, the code it names, or where it points to. */
    @Test
    void twinsNameTheSameNumbersCodeAndPages() throws IOException {
        for (Path twin : below(CHINESE)) {
            List<Cell> english =
                    NotebookFile.read(ENGLISH.resolve(CHINESE.relativize(twin))).cells();
            List<Cell> chinese = NotebookFile.read(twin).cells();
            for (int i = 0; i < english.size(); i++) {
                if (!english.get(i).runs()) {
                    assertThat(facts(chinese.get(i)))
                            .as("%s in %s", chinese.get(i).id(), twin)
                            .isEqualTo(facts(english.get(i)));
                }
            }
        }
    }

    private static List<String> facts(Cell cell) {
        return FACT.matcher(cell.source())
                .results()
                .map(MatchResult::group)
                .sorted()
                .toList();
    }

    /** The code, with the texts of an exercise left out: they differ by language, and with them where lines break. */
    private static List<String> code(Notebook notebook) {
        return notebook.cells().stream()
                .filter(Cell::runs)
                .map(cell -> {
                    int exercise = cell.source().indexOf(EXERCISE);
                    return exercise < 0
                            ? cell.source()
                            : cell.source().substring(0, exercise)
                                    + withoutTexts(cell.source().substring(exercise));
                })
                .toList();
    }

    private static String withoutTexts(String code) {
        String joined = BROKEN_LITERAL.matcher(code).replaceAll("");
        return LITERAL.matcher(joined).replaceAll("text").replaceAll("\\s+", "");
    }

    private static List<String> exercises(Notebook notebook) {
        return notebook.cells().stream()
                .filter(Cell::runs)
                .map(Cell::source)
                .filter(source -> source.contains(EXERCISE))
                .map(source -> source.substring(source.indexOf(EXERCISE)))
                .toList();
    }

    private static List<String> ids(Notebook notebook) {
        return notebook.cells().stream().map(Cell::id).toList();
    }

    @Test
    void theIndexListsEveryNotebookAndNoOther() throws IOException {
        TreeSet<String> listed = new TreeSet<>();
        Matcher link = LINK.matcher(
                NotebookFile.read(INDEX).cells().stream().map(Cell::source).collect(Collectors.joining("\n")));
        while (link.find()) {
            listed.add(link.group(1));
        }
        assertThat(listed)
                .containsExactlyElementsOf(below(ROOT).stream()
                        .filter(file -> !file.equals(INDEX))
                        .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                        .sorted()
                        .toList());
    }

    /** Each folder's in one process: that one notebook runs by itself is for the numbered ones to show. */
    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> theyRun(@TempDir Path temp) throws IOException {
        Map<Path, List<Path>> folders = Stream.concat(Stream.of(INDEX), tutorials().stream())
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.toList()));
        return folders.entrySet().stream()
                .map(folder -> DynamicTest.dynamicTest(folder.getKey().toString(), () -> {
                    List<Path> copies = new ArrayList<>();
                    for (Path file : folder.getValue()) {
                        copies.add(TriedExercises.copy(file, temp));
                    }
                    NotebookProcess.run(temp.resolve(folder.getKey()), copies);
                    for (int i = 0; i < copies.size(); i++) {
                        assertRan(folder.getValue().get(i), NotebookFile.read(copies.get(i)));
                    }
                }));
    }

    private static void assertRan(Path file, Notebook tried) {
        TriedExercises.assertJudged(tried);
        Notebook ran = TriedExercises.without(tried);
        assertThat(ran.stripped()).isEqualTo(NotebookFile.read(file));
        assertThat(ran.cells().stream().flatMap(cell -> cell.outputs().stream()))
                .as(file.toString())
                .isNotEmpty()
                .noneMatch(output -> output.type().equals("error"));
    }
}

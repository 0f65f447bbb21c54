// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.etude.notebook.complete.Completeness;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.error.CellError;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.output.RecordedOutput;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each magic in a real evaluator. */
class MagicsTest {
    private static CellEvaluator evaluator;
    private final RecordedOutput output = new RecordedOutput();

    @BeforeAll
    static void start() {
        evaluator = new CellEvaluator(EvaluatorOptions.defaults().withImports(List.of("import java.util.*;")));
    }

    @AfterAll
    static void stop() {
        evaluator.close();
    }

    private CellResult run(String code) {
        return evaluator.evaluate(code, 3, output);
    }

    private CellError error(String code) {
        return run(code).error().orElseThrow();
    }

    private static Object value(CellResult result) {
        assertThat(result.error()).isEmpty();
        return ((CellResult.Ok) result).value().orElse(null);
    }

    private static List<String> completions(String code) {
        return evaluator.complete(code, code.length()).items().stream()
                .map(Completions.Item::text)
                .toList();
    }

    @Test
    void timeMeasuresALineAndGivesItsValue() {
        assertThat(value(run("int base = 40;\n%time base + 2"))).isEqualTo(42);
        assertThat(output.out()).matches("wall \\d+\\.\\d m?s, CPU \\d+\\.\\d+ m?s\\n");
    }

    @Test
    void timeMeasuresACell() {
        assertThat(value(run("%%time\nint cellBase = 1;\ncellBase + 1"))).isEqualTo(2);
        assertThat(output.out()).startsWith("wall ");
    }

    @Test
    void errorsBelowMagicsTellTheirLine() {
        assertThat(error("%%time\nint a = 1;\nthrow new RuntimeException();")
                        .traceback()
                        .get(1))
                .startsWith("    at In[3] line 3");
        assertThat(error("int b = 1;\n%time Integer.parseInt(\"x\")").traceback())
                .anySatisfy(line -> assertThat(line).startsWith("    at In[3] line 2"));
        assertThat(error("%who\n\nmissing").value()).startsWith("line 3: cannot find symbol");
    }

    /** A variable's own toString may fail in any way, and a long text may have a sign of two chars where it is cut. */
    @Test
    void whoListsWhatCannotBeShown() {
        run("""
                Object whoBad = new Object() { @Override public String toString() { throw new IllegalStateException("x"); } };
                Object whoDeep = new Object() { @Override public String toString() { return "" + this; } };
                Object whoNothing = new Object() { @Override public String toString() { return null; } };
                String whoSigns = "a".repeat(56) + "\\uD83D\\uDE00".repeat(5);
                String whoSixty = "b".repeat(60);
                """);
        assertThat(run("%who").error()).isEmpty();
        assertThat(output.out())
                .containsPattern("whoBad +Object +\\(toString\\(\\) throws IllegalStateException\\)\n")
                .containsPattern("whoDeep +Object +\\(toString\\(\\) throws StackOverflowError\\)\n")
                .containsPattern("whoNothing +Object +null\n")
                .containsPattern("whoSigns +String +a{56}\\.\\.\\.\n")
                .containsPattern("whoSixty +String +b{60}\n");
    }

    @Test
    void whoListsVariables() {
        run("String whoText = \"abc\"; List<Integer> whoList = List.of(1, 2); Object whoNull = null;");
        run("%who");
        assertThat(output.out())
                .containsPattern("whoText +String +abc\n")
                .containsPattern("whoList +List<Integer> +\\[1, 2\\]\n")
                .containsPattern("whoNull +Object +null\n");
    }

    @Test
    void resetForgets() {
        try (CellEvaluator own = new CellEvaluator(EvaluatorOptions.defaults().withImports(List.of()))) {
            own.evaluate("int gone = 1;", 1, output);
            assertThat(own.evaluate("%reset", 2, output).ok()).isTrue();
            assertThat(own.evaluate("gone", 3, output).ok()).isFalse();
            own.evaluate("%who", 4, output);
            assertThat(output.out()).isEqualTo("no variables\n");
        }
    }

    @Test
    void helpListsEveryMagic() {
        run("%help");
        assertThat(output.out())
                .contains("%maven", "%classpath", "%load", "%time", "%who", "%reset", "%help", "display(x)");
    }

    @Test
    void loadRunsJavaFiles(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("a b.java"), "int loaded(int x) {\n    return x + 1;\n}\n");
        assertThat(value(run("%load '" + file + "'\nloaded(4)"))).isEqualTo(5);
    }

    @Test
    void loadRunsCellsOfNotebooks(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("n.ipynb"),
                "{\"cells\":[{\"cell_type\":\"markdown\",\"source\":[\"# not code\"]},"
                        + "{\"cell_type\":\"code\",\"source\":[\"int first = 4;\\n\",\"int second = first;\"]},"
                        + "{\"cell_type\":\"code\",\"source\":\"%time second + 1\"}]}");
        assertThat(value(run("%load '" + file + "'"))).isEqualTo(5);
    }

    @Test
    void loadSaysWhatIsMissing() {
        assertThat(error("%load /no/such.java").value()).contains("/no/such.java does not exist");
        assertThat(error("%load").value()).contains("takes one file");
    }

    @Test
    void classpathAddsDirectoriesJarsAndGlobs(@TempDir Path directory) throws IOException {
        Path jar = directory.resolve("data.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("greeting.txt"));
            out.write("hello".getBytes(StandardCharsets.UTF_8));
        }
        String read = "\nnew String(Thread.currentThread().getContextClassLoader()"
                + ".getResourceAsStream(\"greeting.txt\").readAllBytes())";
        try (CellEvaluator own = new CellEvaluator(EvaluatorOptions.defaults().withImports(List.of()))) {
            assertThat(own.evaluate("%classpath '" + directory + "/*.jar'" + read, 1, output))
                    .isEqualTo(new CellResult.Ok(Optional.of("hello")));
        }
        assertThat(output.out()).isEqualTo("added " + jar + "\n");
    }

    @Test
    void classpathSaysWhatIsMissing() {
        assertThat(error("%classpath /no/such.jar").value()).contains("/no/such.jar does not exist");
        assertThat(error("%classpath").value()).contains("nothing to add");
        assertThat(error("%classpath *.nothing").value()).contains("nothing matches");
    }

    @Test
    void mavenSaysWhatIsWrong() {
        assertThat(error("%maven").value()).contains("no coordinates");
        CellError name = error("%maven just-a-name");
        assertThat(name.value()).contains("not coordinates: just-a-name");
        assertThat(name.traceback())
                .containsExactly(
                        "org.etude.notebook.magic.MagicException: %maven: not coordinates: just-a-name",
                        "  Write %maven GROUP:ARTIFACT:VERSION ... [--from REPOSITORY_URL]");
    }

    /** Needs a repository: that of the machine, as settings.xml says. */
    @Test
    @Tag("campaign")
    void mavenAddsLibraries() {
        try (CellEvaluator own = new CellEvaluator(EvaluatorOptions.defaults().withImports(List.of()))) {
            assertThat(own.evaluate(
                            "%maven org.apache.commons:commons-lang3:3.17.0\n"
                                    + "org.apache.commons.lang3.StringUtils.capitalize(\"etude\")",
                            1, output))
                    .isEqualTo(new CellResult.Ok(Optional.of("Etude")));
        }
        assertThat(output.out()).contains("added 1 jar: commons-lang3-3.17.0.jar");
    }

    @Test
    void unknownMagicsAreErrors() {
        assertThat(error("/vars").value())
                .contains("/vars is a command of the jshell tool")
                .contains("%who");
        assertThat(value(run("int half = 4\n/ 2;\nhalf"))).isEqualTo(2);
        assertThat(error("%nonsense").value()).contains("no magic %nonsense").contains("%help");
        assertThat(error("%%who\n1").value()).contains("no magic %%who");
        assertThat(error("%nonsense").name()).isEqualTo("org.etude.notebook.magic.MagicException");
    }

    @Test
    void percentsInJavaAreJava() {
        assertThat(value(run("int dividend = 7;\nint remainder = dividend\n  % 4;\nremainder")))
                .isEqualTo(3);
        assertThat(value(run("String block = \"\"\"\n    %who\n    \"\"\";\nblock")))
                .isEqualTo("%who\n");
    }

    @Test
    void namesAreCompleted() {
        assertThat(completions("%")).contains("%time", "%maven", "%help");
        assertThat(completions("int a;\n%ma")).containsExactly("%maven");
        assertThat(completions("%%t")).containsExactly("%%time");
    }

    @Test
    void filesAreCompleted(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("one.java"), "");
        Files.createDirectory(directory.resolve("other"));
        assertThat(completions("%load " + directory + "/o"))
                .containsExactly(directory + "/one.java", directory + "/other/");
    }

    @Test
    void javaBesideMagicsIsCompletedAndInspected() {
        assertThat(completions("%%time\nMath.ab")).contains("abs(");
        assertThat(completions("%time Math.ab")).contains("abs(");
        assertThat(completions("%who\nMath.ab")).contains("abs(");
        assertThat(evaluator.inspect("%time Math.abs(1)", 12).orElseThrow().text())
                .contains("abs(int a)");
    }

    @Test
    void magicsAreExplained() {
        assertThat(evaluator.inspect("%maven a:b:c", 4).orElseThrow().text()).startsWith("%maven GROUP:ARTIFACT");
    }

    @Test
    void completenessLooksAtTheJava() {
        assertThat(evaluator.isComplete("%who").status()).isEqualTo(Completeness.Status.COMPLETE);
        assertThat(evaluator.isComplete("%%time\nfor (;;) {").status()).isEqualTo(Completeness.Status.INCOMPLETE);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.error.CellError;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.output.RecordedOutput;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people who know Python, shells and other notebooks type, and what cells answer. */
class HintsTest {
    private static CellEvaluator evaluator;
    private final RecordedOutput output = new RecordedOutput();

    @BeforeAll
    static void start() {
        evaluator = new CellEvaluator();
        evaluator.evaluate(
                "List<String> list = List.of(\"a\"); int x = 2; boolean ls = true;", 1, new RecordedOutput());
    }

    @AfterAll
    static void stop() {
        evaluator.close();
    }

    private CellResult run(String code) {
        return evaluator.evaluate(code, 3, output);
    }

    private List<String> traceback(String code) {
        return run(code).error().map(CellError::traceback).orElse(List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "!ls -l ~ Cells run Java; for shell commands use a terminal (in JupyterLab: File, New, Terminal).",
                "!nvidia-smi ~ Cells run Java; for shell commands use a terminal (in JupyterLab: File, New, Terminal).",
                "!pip install numpy ~ %maven group:artifact:version adds a library of Java, %classpath a jar.",
                "pip install numpy ~ %maven group:artifact:version adds a library of Java, %classpath a jar.",
                "`int y = 1;\n%%time\ny` ~ %%name is for a whole cell and must be its first line; %name is for a line.",
                "import numpy as np ~ Java imports classes: import java.util.List; or all of a package: import java.util.*;",
                "import numpy ~ Java imports classes: import java.util.List; or all of a package: import java.util.*;",
                "from os import path ~ Java imports classes: import java.util.List; or all of a package: import java.util.*;",
                "`for i in range(3):\n    print(i)` ~ A loop of Java: for (int i = 0; i < 3; i++) { ... }",
                "`if x == 3:\n  x` ~ Conditions are in parentheses, blocks in braces: if (x > 0) { ... } else { ... }",
                "def f(a): return a ~ A method of Java: int twice(int x) { return 2 * x; }",
                "print(\"hi\") ~ System.out.println(x) prints; the value of a cell's last expression is shown without it.",
                "print \"hi\" ~ System.out.println(x) prints; the value of a cell's last expression is shown without it.",
                "# comment ~ Comments of Java begin with //.",
                "int c = 1; # comment ~ Comments of Java begin with //.",
                "String s = 'abc'; ~ A text is in double quotes: \"text\"; single quotes are for one character.",
                "boolean b = True; ~ Java writes true, false and null.",
                "Object o = None; ~ Java writes true, false and null.",
                "String t = f\"a {x}\"; ~ A text with values: String.format(\"%d ranks\", n), or \"ranks: \" + n.",
                "fresh = 5 ~ Declare a variable where it is first set: var fresh = ...;",
                "let q = 5 ~ Declare variables with var: var x = 5;",
                "const q = 5; ~ Declare variables with var: var x = 5;",
                "string q = \"a\"; ~ The type of texts is String.",
                "bool q = true; ~ The type of true and false is boolean.",
                "\u201ctext\u201d ~ This character is typographic, full-width or a special blank: type the one on the keyboard.",
                "int q = 1\uff1b ~ This character is typographic, full-width or a special blank: type the one on the keyboard.",
                "x ** 3 ~ A power of Java: Math.pow(x, 2)",
                "ls and ls ~ Java writes && for and, || for or, ! for not.",
                "list[0] ~ An element of a list: list.get(0)",
                "var q = [1, 2]; ~ A list of Java: List.of(1, 2, 3)",
                "var q = {\"a\": 1}; ~ A map of Java: Map.of(\"a\", 1, \"b\", 2)",
                "len(list) ~ The size of a list is list.size(), of a text text.length().",
                "`if (x == 3):\n  x` ~ Conditions are in parentheses, blocks in braces: if (x > 0) { ... } else { ... }",
                "`var twice = lambda a, b: a` ~ A lambda of Java: x -> x + 1",
                "list.forEach(lambda a: a) ~ A lambda of Java: x -> x + 1",
                "!unknown -v /tmp/* ~ Cells run Java; for shell commands use a terminal (in JupyterLab: File, New, Terminal).",
                "`int r = 5 // ring or switch\nint s = 2` ~ A semicolon ends each statement; only the last one of a cell may do without.",
                "`int q = 1\nint r = 2` ~ A semicolon ends each statement; only the last one of a cell may do without.",
            })
    void oneLineOfAdviceFollowsTheCompilersMessage(String code, String hint) {
        List<String> lines = traceback(code);
        assertThat(lines).filteredOn(line -> line.startsWith("Hint: ")).containsExactly("Hint: " + hint);
        assertThat(lines.get(0)).startsWith("line ");
        assertThat(lines.get(lines.size() - 1)).startsWith("Hint: ");
    }

    /** Errors of Java have no hint that speaks of another language. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "int q = \"x\";",
                "list.nope()",
                "x = nope;",
                "boolean q = !nope;",
                "String s = nope.print;",
                "list.get(\"# f'a' and b\" + nope)",
                "!nope",
                "if (nope == x) { x = nope; }",
                "import java.nope.*;",
                "nope == 3",
                "for (double lambda : rates) f(lambda * nope);",
                "boolean late = true; int lambda = 1; int y = late ? lambda : nope;",
                "boolean late = true; int lambda = 1; int y = late ? lambda : ;",
                "x = nope; // lambda: rate",
                "if (x > 0) x = nope ? 1 :",
                "if (x > 0) switch (x) { case nope:",
                "!x instanceof String",
                "!ls - 1",
                "!ls != nope",
                "boolean done = true; boolean q =\n!done - 1",
                "f(nope) // a, [b]",
                "f(nope) /* f\"\" */",
            })
    void otherErrorsHaveNone(String code) {
        assertThat(traceback(code)).isNotEmpty().noneMatch(line -> line.startsWith("Hint: "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "!ls ~ false",
                "`ls\n? x\n: 3` ~ 2",
                "`ls ?\nx : 3` ~ 2",
                "`x\n% 2` ~ 0",
                "`int y = ls\n    ? 5\n    : 6;\ny` ~ 5",
                "\"a?\" ~ a?",
                "`x // why?` ~ 2",
            })
    void javaThatResemblesThemRuns(String code, String value) {
        CellResult result = run(code);
        assertThat(result.error()).isEmpty();
        assertThat(String.valueOf(((CellResult.Ok) result).value().orElseThrow()))
                .isEqualTo(value);
    }

    private String explained(String code) {
        CellResult result = run(code);
        assertThat(result.error()).as(code).isEmpty();
        MimeBundle shown = (MimeBundle) ((CellResult.Ok) result).value().orElseThrow();
        return shown.data().get(MimeBundle.PLAIN).toString();
    }

    @Test
    void aQuestionShowsTheDocumentation() {
        String load = explained("Traces.load?");
        assertThat(load).startsWith("Traces Traces.load(String path, String... more)");
        assertThat(explained("?Traces.load")).isEqualTo(load);
        assertThat(explained("Traces.load()??")).isEqualTo(load);
        assertThat(explained("int before = 3;\nbefore?\n")).isEqualTo("int before");
        assertThat(explained("%time?")).startsWith("%time");
        assertThat(run("before").ok()).isTrue();
        assertThat(run("nope?").error().orElseThrow().value()).startsWith("no documentation of nope here");
        assertThat(evaluator.isComplete("Traces?").status().word()).isEqualTo("complete");
        assertThat(evaluator.inspect("Traces.load?", 11).orElseThrow().text()).isEqualTo(load);
    }

    /** A question begins no line that continues an expression. */
    @Test
    void aTernaryWithoutItsEndIsNoQuestion() {
        String begun = "int y = ls\n    ? x";
        assertThat(run(begun)).isInstanceOf(CellResult.Rejected.class);
        assertThat(evaluator.complete("int y = ls\n    ? list.si", 24).items())
                .extracting(Completions.Item::text)
                .containsExactly("size()");
        assertThat(evaluator.complete("x = 2; // done\n? list.si", 24).items())
                .extracting(Completions.Item::text)
                .containsExactly("size()");
        assertThat(explained("x = 2; // done\n? x")).isEqualTo("int x");
        assertThat(explained("%who\n?x")).isEqualTo("int x");
    }

    @Test
    void magicsOfOtherNotebooksNameWhatDoesTheSameHere() {
        assertThat(run("%matplotlib inline").error().orElseThrow().value())
                .isEqualTo(
                        "no magic %matplotlib\n  Figures are shown without it: end a cell with Plots.timeline(sim).");
        assertThat(run("%pip install x").error().orElseThrow().value()).contains("%maven group:artifact:version");
        assertThat(run("%%bash\nls").error().orElseThrow().value()).contains("use a terminal");
        assertThat(run("%nope").error().orElseThrow().value()).endsWith("%help lists the magics.");
    }
}

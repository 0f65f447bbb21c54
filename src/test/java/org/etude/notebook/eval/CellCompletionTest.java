// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.Plans;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.RecordedOutput;
import org.etude.report.Internal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Tab key after what a beginner types: every request is answered, and cells run afterwards. */
class CellCompletionTest {
    private static CellEvaluator cells;

    @BeforeAll
    static void start() {
        cells = new CellEvaluator();
    }

    @AfterAll
    static void stop() {
        cells.close();
    }

    /** What users call comes first, before constants and methods for Etude's own packages. */
    @ParameterizedTest
    @ValueSource(classes = {Traces.class, Plans.class, Simulation.class})
    void whatUsersCallComesFirst(Class<?> type) {
        String code = type.getSimpleName() + ".";
        List<Boolean> internal = cells.complete(code, code.length()).items().stream()
                .map(item -> isInternal(type, item.text().replaceAll("[(].*", "")))
                .toList();
        assertThat(internal).contains(true, false).isSorted();
    }

    private static boolean isInternal(Class<?> type, String name) {
        List<AnnotatedElement> members = new ArrayList<>();
        Stream.of(type.getMethods()).filter(m -> m.getName().equals(name)).forEach(members::add);
        Stream.of(type.getFields()).filter(f -> f.getName().equals(name)).forEach(members::add);
        return !members.isEmpty() && members.stream().allMatch(m -> m.isAnnotationPresent(Internal.class));
    }

    /** At each key of an import, the name that is being typed is offered; also below other code, and right at the start. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "import java.util.concurrent.atomic.AtomicLong",
                "int x = 1;\nimport java.util.Map.Entry",
                "import java.text.*;\nimport static org.etude.unit.Units.gbps",
                "int y = 2; import org.etude.spec.network.CongestionControl"
            })
    void importsKeyByKey(String code) {
        int first = code.lastIndexOf("import ") + "import ".length();
        for (int cursor = code.startsWith("static ", first) ? first + "static ".length() : first;
                cursor < code.length();
                cursor++) {
            Completions found = cells.complete(code.substring(0, cursor), cursor);
            int dot = code.indexOf('.', found.start());
            assertThat(found.items())
                    .as(code.substring(0, cursor))
                    .extracting(item -> item.text().replaceAll("[.(].*", ""))
                    .contains(code.substring(found.start(), dot < 0 ? code.length() : dot));
        }
    }

    /** The name at the end of each is offered, and explained, while it is typed: the cell has not run. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "var traces = Traces.load(\"x\");\ntraces",
                "var step = Traces.load(\"x\").step(3);\nvar linked = step.link();\nlinked.toEt",
                "Table rows = null;\nfor (var row : rows) {\n  double sum = 0;\n  if (Math.abs",
                "Table rows = null;\nfor (var row : rows) {\n  double sum = 0;\n  if (sum > row.getDouble",
                "var runs = new TreeMap<String, Simulation>();\nruns.forEach((name, run) -> System.out.println(run",
                "double exposed(int ranks) {\n  var run = Traces.load(\"x\").link().toEt().simulate();\n  return run.stepTime",
                "double exposed(int ranks) {\n  var run = Topology.ring(ranks);\n  return ranks",
                "Integer answer = null;\nExercise.check(answer, n -> List.of(2, 4).contains",
                "String answer = null;\nExercise.check(\n        answer,\n        a -> a.equalsIgnoreCase",
                "Table rows = null;\nif (rows == null) {\n  throw new IllegalStateException(\"none\");\n}\nfor (Row",
                "for (final Table",
                "Table rows(int n) {\n  return null;\n}\nrows(f(1, 2)).rowCount",
                "List<Double> all(Table t) {\n  return List.of();\n}\nExercise.check(null, t -> all(t).size",
                "int total = 0;\nfor (Simulation each : List.<Simulation>of())\n  total += each.ops().rowCount",
                "List.of(1).stream().map(item -> item"
            })
    void namesOfTheCellItself(String code) {
        int start = code.length();
        while (Character.isJavaIdentifierPart(code.charAt(start - 1))) {
            start--;
        }
        String name = code.substring(start);
        for (int cursor = code.charAt(start - 1) == '.' ? start : start + 1; cursor <= code.length(); cursor++) {
            Completions found = cells.complete(code.substring(0, cursor), cursor);
            assertThat(found.start()).as(code.substring(0, cursor)).isEqualTo(start);
            assertThat(found.items())
                    .as(code.substring(0, cursor))
                    .extracting(item -> item.text().replaceAll("[(].*", ""))
                    .contains(name);
        }
        assertThat(cells.inspect(code, code.length()))
                .as("inspection of " + name)
                .isPresent();
    }

    /** Our own methods are explained wherever they are called, also with arguments that the cell declares. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int n = 2; var net = Topology.ring(n).bandwidth(gbps(n)).latency          | The same with other latencies",
                "var sim = Traces.load(\"x\").link().toEt().simulate(); int k = 1; sim.stepTime | one training step",
                "var work = Traces.load(\"x\").link(); work.toEt(t -> t.withoutHost           | host"
            })
    void documentationOfOurOwn(String code, String expected) {
        assertThat(cells.inspect(code, code.length()).orElseThrow().text()).contains(expected);
    }

    /** Text that JShell cannot complete and calls incomplete; a request without an end would block all cells. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo.",
                "traces.",
                "var s = foo.",
                "foo.bar().",
                "foo.bar(1).baz().",
                "int x = 3; foo.",
                "int x = 3;\nfoo.\n",
                "Topology.ring(2).bandwith(gbps(100)).",
                "Topology.ring(2).bandwidth(foo.",
                "foo(",
                "foo(1, ",
                "new Foo(",
                "for (var r : foo.",
                "if (foo.",
                "{ foo.",
                "foo -> foo.",
                "/* foo.",
                "\"foo.",
                "@",
                "("
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nothingToCompleteIsAnAnswerToo(String code) {
        assertThat(cells.complete(code, code.length()).items()).isNotNull();
        CellResult result = cells.evaluate("1 + 1", 1, CellOutput.NONE);
        assertThat(result).isInstanceOfSatisfying(CellResult.Ok.class, ok -> assertThat(ok.value())
                .hasValueSatisfying(value -> assertThat(String.valueOf(value)).isEqualTo("2")));
    }

    @Test
    void whereNothingIsTypedTheNotebooksOwnNamesComeFirst() {
        try (CellEvaluator own = new CellEvaluator()) {
            RecordedOutput none = new RecordedOutput();
            own.evaluate("1 + 1", 1, none);
            own.evaluate("int zero = 0;\nint zeroed() { return zero; }\nclass Zero {}", 2, none);
            assertThat(own.complete("", 0).items())
                    .extracting(Completions.Item::text)
                    .startsWith("Zero", "zero", "zeroed()")
                    .doesNotContain("$1");
            assertThat(own.complete("$", 1).items())
                    .extracting(Completions.Item::text)
                    .contains("$1");
        }
    }

    @Test
    void aVariableIsExplainedOnceWithShortNames() {
        try (CellEvaluator own = new CellEvaluator()) {
            own.evaluate("var list = new ArrayList<String>(); ", 1, new RecordedOutput());
            assertThat(own.inspect("list", 4).orElseThrow().text()).isEqualTo("ArrayList<String> list");
            assertThat(own.inspect("System.out", 10).orElseThrow().text()).startsWith("PrintStream System.out");
        }
    }
}

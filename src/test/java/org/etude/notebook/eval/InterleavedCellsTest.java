// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Cells of several people in one notebook, in any order: the variables of one do not depend on what the others do. */
class InterleavedCellsTest {
    private static final int TRIES = 200;
    private static final int FEW = 15;
    private static final String SEED = "16";

    /** What one person does; {@code #} makes names differ from another's. */
    private static final List<List<String>> PERSONS = List.of(
            List.of("String s# = \"hi\"; int i# = 1;", "i#++; s# += i#;"),
            List.of(
                    "var l# = new ArrayList<String>(); l#.add(\"a\");",
                    "// text\nimport java.text.*;",
                    "l#.add(\"b\");"),
            List.of(
                    "int[] a# = {1, 2};",
                    "import static java.lang.Math.*;\nimport static java.util.Map.*;",
                    "a#[0] = max(a#[1], 7);"),
            List.of(
                    "Object o# = 3;\nimport java.util.regex.Pattern;",
                    "\nimport static java.lang.Integer.parseInt;\nint p# = parseInt(\"12\");"),
            List.of(
                    "class A# { int f = 1; public String toString() { return \"A\" + f; } }",
                    "A# a# = new A#(); a#.f = 2;",
                    "class A# { int f = 1; public String toString() { return \"B\" + f; } }"),
            List.of(
                    "class R# { public String toString() { return \"R\"; } }",
                    "R# r# = new R#(); int kept# = 4;",
                    "class R# { int more; public String toString() { return \"R\"; } }",
                    "r# = new R#(); r#.more = 3;"),
            List.of(
                    "record P#(int x) { public String toString() { return \"P\" + x; } }",
                    "var p# = new P#(5);\nimport java.time.*;",
                    "List<P#> ps# = List.of(p#);"),
            List.of("enum E# { ONE, TWO }", "E# e# = E#.TWO; int ordinal# = e#.ordinal();"),
            List.of(
                    "interface I# { int v(); }",
                    "class J# implements I# { public int v() { return 6; } public String toString() { return \"J\"; } }",
                    "I# x# = new J#(); int v# = x#.v();"),
            List.of(
                    "int m#(int v) { return v + 1; }",
                    "int y# = m#(1);",
                    "int m#(int v) { return v + 2; }",
                    "int z# = m#(1);"),
            List.of("int early#() { return late#() + 1; }", "int late#() { return 1; }", "int w# = early#();"),
            List.of(
                    "int q#(int v) { return v; } int q#(String v) { return 3 * v.length(); }",
                    "int n# = q#(\"abc\");",
                    "int q#(int v) { return -v; }\nint nn# = q#(\"ab\");"),
            List.of(
                    "int k# = 2; class K# { public String toString() { return \"K\" + k#; } }",
                    "K# obj# = new K#();",
                    "int k# = 3;"),
            List.of(
                    "String t# = \"old\"; long u# = 4;",
                    "String t# = \"x\".substring(9);",
                    "int u# = 5; String bad# = 3;"),
            List.of(
                    "<T> List<T> twice#(T v) { return List.of(v, v); }",
                    "var g# = twice#(\"g\"); Map<String, List<Integer>> map# = new TreeMap<>();",
                    "map#.put(\"k\", new ArrayList<>(List.of(1)));"),
            List.of(
                    "Function<Integer, Integer> f# = v -> v + 1; int fv# = f#.apply(1); f# = null;",
                    "Supplier<String> c# = null; String d# = Optional.of(\"d\").map(v -> v + v).get();"),
            List.of("nonsense# here;", "double h# = 0.5;\nthrow new IllegalStateException();", "h# *= 2;"),
            List.of(
                    "static int counter# = 0; class C# { static int next; }",
                    "C#.next = 10; counter# = C#.next++;",
                    "counter# += C#.next++;"));

    static final String RECORDED = "plain-jshell-alone.txt";

    private static final Map<String, Map<String, String>> ALONE = RecordedPlainJShell.read(RECORDED);
    private static CellEvaluator evaluator;

    @BeforeContainer
    static void start() {
        evaluator = CellVariables.evaluator();
    }

    @AfterContainer
    static void stop() {
        evaluator.close();
    }

    /** Each person's cells without anybody else's. */
    static Map<String, List<String>> alone() {
        Map<String, List<String>> alone = new LinkedHashMap<>();
        for (int i = 0; i < PERSONS.size(); i++) {
            alone.put(String.valueOf(i), named(i, "_0"));
        }
        return alone;
    }

    private static List<String> named(int person, String suffix) {
        return PERSONS.get(person).stream()
                .map(cell -> cell.replace("#", suffix))
                .toList();
    }

    /**
     * Some persons' cells in some order.
     *
     * @param persons which
     * @param turns whose cell is next, an index into the persons that are not through; what is left comes at the end
     */
    record Notebook(List<Integer> persons, List<Integer> turns) {
        List<String> cells(boolean sameNames) {
            List<List<String>> left = new ArrayList<>();
            for (int i = 0; i < persons.size(); i++) {
                left.add(new ArrayList<>(named(persons.get(i), sameNames ? "_0" : "_" + i)));
            }
            List<String> cells = new ArrayList<>();
            for (int turn = 0; !left.isEmpty(); turn++) {
                List<String> next = left.get((turn < turns.size() ? turns.get(turn) : 0) % left.size());
                cells.add(next.remove(0));
                left.removeIf(List::isEmpty);
            }
            return cells;
        }

        Map<String, String> expected() {
            Map<String, String> values = new TreeMap<>();
            for (int i = 0; i < persons.size(); i++) {
                String suffix = "_" + i;
                ALONE.get(String.valueOf(persons.get(i)))
                        .forEach((name, value) -> values.put(name.replace("_0", suffix), value));
            }
            return values;
        }
    }

    @Provide
    Arbitrary<Notebook> notebooks() {
        Arbitrary<List<Integer>> persons =
                Arbitraries.integers().between(0, PERSONS.size() - 1).list().ofSize(3);
        Arbitrary<List<Integer>> turns =
                Arbitraries.integers().between(0, 2).list().ofSize(8);
        return Combinators.combine(persons, turns).as(Notebook::new);
    }

    @Property(tries = FEW, seed = SEED, shrinking = ShrinkingMode.OFF)
    void eachHasTheValuesOfPlainJShell(@ForAll("notebooks") Notebook notebook) {
        keepsEverybodysValues(notebook);
    }

    @Tag("campaign")
    @Property(tries = TRIES, seed = SEED, shrinking = ShrinkingMode.OFF)
    void eachOfManyHasTheValuesOfPlainJShell(@ForAll("notebooks") Notebook notebook) {
        keepsEverybodysValues(notebook);
    }

    private void keepsEverybodysValues(Notebook notebook) {
        evaluator.reset();
        assertThat(CellVariables.after(evaluator, notebook.cells(false))).isEqualTo(notebook.expected());
    }

    @Tag("campaign")
    @Example
    void plainJShellGivesWhatIsRecorded() {
        assertThat(RecordedPlainJShell.ask(alone())).isEqualTo(ALONE);
    }
}

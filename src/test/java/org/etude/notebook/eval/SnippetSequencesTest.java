// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sequences of random snippets that declare, change, redeclare and break the same few names: whatever plain JShell
 * still knows after them, a notebook knows too.
 */
@Tag("campaign")
class SnippetSequencesTest {
    private static final int SEQUENCES = 30;
    private static final int NEAR = 14;

    /** {@code #} becomes one of two suffixes, {@code %} a digit; snippets that depend on each other are close. */
    private static final List<String> SNIPPETS = List.of(
            "class N# { sealed interface S permits A, B {} record A(int v) implements S {} record B(String v) "
                    + "implements S {} static S a(int v) { return new A(v); } static class In { int f = %; public "
                    + "String toString() { return \"In\" + f; } } }",
            "var ns# = N#.a(%);",
            "N#.In in# = new N#.In(); in#.f += %;",
            "sealed interface S# permits Sa#, Sb# {}",
            "record Sa#(int v) implements S# {}",
            "record Sb#(String v) implements S# {}",
            "S# sx# = new Sa#(%);",
            "if (sx# instanceof Sa# q && q.v() > 3) sx# = new Sb#(\"b%\");",
            "String tb# = \"\"\"\n  line %\n    \\\"x\\\"\n  \"\"\";",
            "var an# = new Object() { int hidden = %; public String toString() { return \"an\" + hidden; } };",
            "an#.hidden++;",
            "Runnable r# = () -> { cnt# += %; };",
            "int cnt# = %;",
            "long cnt# = %L;",
            "if (r# != null) r#.run();",
            "<T extends Comparable<T>> T mx#(T a, T b) { return a.compareTo(b) > 0 ? a : b; }",
            "<T> T mx#(T a, T b) { return b; }",
            "var g# = mx#(%, 4);",
            "Object g# = mx#(\"a%\", \"b\");",
            "int th#(int v) throws Exception { if (v > 5) throw new Exception(\"too much\"); return v; }",
            "int tv# = th#(%);",
            "int tv#; tv# = 3; tv# = th#(%);",
            "enum E# { ONE, TWO, THREE; E# next() { return values()[(ordinal() + 1) MOD 3]; } }",
            "enum E# { ONE, TWO; E# next() { return TWO; } }",
            "E# e# = E#.ONE;",
            "e# = e#.next();",
            "var es# = EnumSet.of(E#.ONE);",
            "int sw# = switch (%) { case 1, 2 -> 10; case 3 -> { int z = 4; yield z; } default -> 99; };",
            "interface I# { default int d() { return %; } int v(); }",
            "I# i# = () -> cnt# + %;",
            "int iv# = i#.v() + i#.d();",
            "abstract class Ab# { abstract int q(); public String toString() { return \"Ab\" + q(); } }",
            "class Ac# extends Ab# { int q() { return %; } }",
            "Ab# ab# = new Ac#();",
            "class Ac# extends Ab# { int q() { return -%; } int w() { return 1; } }",
            "class G#<T> { T t; G#(T t) { this.t = t; } public String toString() { return \"G\" + t; } }",
            "var gg# = new G#<>(List.of(%));",
            "G#<String> gs# = new G#<>(\"s%\"); gs#.t += \"x\";",
            "class G#<T> { T t; G#(T t) { this.t = t; } public String toString() { return \"H\" + t; } }",
            "class G#<T> { T t; int more; G#(T t) { this.t = t; } public String toString() { return \"K\" + t; } }",
            "int[][] aa# = {{%}, {2, 3}};",
            "aa#[0][0] += %; aa#[1] = new int[] {7};",
            "int x# = %, y# = x# + 1;",
            "final double fd# = %.5;",
            "String nul#;",
            "nul# = \"set%\";",
            "String nul# = \"again%\";",
            "char ch# = (char) ('a' + %); byte by# = (byte) (ch# * 3); short sh# = 4; float fl# = 1f / (% + 1); "
                    + "boolean bo# = fl# > 0.2;",
            "for (int k = 0; k < %; k++) { cnt# += k; }",
            "int cnt# = 1 / 0;",
            "cnt# = Integer.parseInt(\"x%\");",
            "import java.util.stream.*;",
            "import static java.util.stream.Collectors.*;",
            "import java.time.Duration;",
            "var du# = java.time.Duration.ofSeconds(%);",
            "var st# = List.of(3, 1, %).stream().sorted().collect(java.util.stream.Collectors.toList());",
            "var mp# = new TreeMap<String, List<Sa#>>(); mp#.put(\"k\", new ArrayList<>());",
            "mp#.get(\"k\").add(new Sa#(%));",
            "record Cp#(int a, List<String> b) { Cp# { b = List.copyOf(b); } static int made = 0; int twice() { "
                    + "return 2 * a; } }",
            "var cp# = new Cp#(%, List.of(\"q\")); Cp#.made++;",
            "int made# = Cp#.made + cp#.twice();",
            "@interface An# { int value() default %; }",
            "@An#(%) class Uses# { public String toString() { return \"U\" + getClass().getAnnotations().length; } }",
            "var us# = new Uses#();",
            "int fwd#() { return later#() + new Later#().v; }",
            "int later#() { return %; }",
            "class Later# { int v = %; }",
            "int fw# = fwd#();",
            "int va#(int... v) { return v.length * %; }",
            "int vv# = va#(1, 2, 3);",
            "int größe# = %; String 名# = \"n\" + größe#;",
            "größe#++;",
            "Optional<Sa#> op# = Optional.of(new Sa#(%));",
            "Map.Entry<String, Integer> me# = Map.entry(\"e\", %);",
            "Iterator<Integer> it# = new Iterator<>() { int n = %; public boolean hasNext() { return n > 0; } "
                    + "public Integer next() { return n--; } public String toString() { return \"it\" + n; } };",
            "it#.next();",
            "class Out# { class Inner { int z = %; public String toString() { return \"z\" + z; } } Inner make() "
                    + "{ return new Inner(); } }",
            "var oi# = new Out#().make(); oi#.z++;",
            "Out#.Inner oj# = new Out#().new Inner();",
            "static int si# = %;",
            "synchronized (List.of()) { cnt#++; }",
            "try { th#(9); } catch (Exception e) { cnt# = 77; }",
            "lab#: for (;;) { break lab#; }",
            "BiFunction<Integer, Integer, Integer> bf# = (a, b) -> a * b + cnt#; int bv# = bf#.apply(2, %); bf# "
                    + "= null;",
            "Supplier<Supplier<String>> ss# = () -> () -> tb# + %; String sv# = ss#.get().get(); ss# = null;",
            "undefined#();",
            "String bad# = %;",
            "tb# = tb#.strip() + %;",
            "throw new RuntimeException(\"e%\");",
            "class Bx# { static List<Integer> all = new ArrayList<>(); int id = all.size(); { all.add(id); } "
                    + "public String toString() { return \"Bx\" + id + all; } }",
            "Bx# bx# = new Bx#();",
            "List<Bx#> bl# = new ArrayList<>(List.of(new Bx#(), new Bx#()));",
            "var lam# = (Comparator<String> & java.io.Serializable) (a, b) -> a.length() - b.length(); int lc# = "
                    + "lam#.compare(\"a\", \"bb%\"); lam# = null;",
            "interface Th# { int go(int v) throws java.io.IOException; }",
            "Th# tf# = v -> { if (v > 4) throw new java.io.IOException(\"io\"); return v; }; int tr# = "
                    + "tf#.go(%); tf# = null;",
            "var wild# = (List<? extends Number>) List.of(%, 2.5);",
            "List<? super Integer> sup# = new ArrayList<Number>(List.of(%)); sup#.add(2);",
            "var inter# = true ? % : \"s\";",
            "Thread t# = new Thread(() -> cnt# += 100); t#.start(); t#.join(); t# = null;");

    private final Random random = new Random(16);

    private String drawn(int at, String suffix) {
        StringBuilder text = new StringBuilder();
        String snippet = SNIPPETS.get(at % SNIPPETS.size()).replace("#", suffix + "_" + random.nextInt(2));
        snippet.chars().forEach(c -> text.append(c == '%' ? String.valueOf(random.nextInt(9)) : (char) c));
        return text.append('\n').toString().replace("MOD", "%");
    }

    /** Eight to twenty cells of up to three snippets, two of three from one neighbourhood. */
    private List<String> cells(String suffix) {
        List<String> cells = new ArrayList<>();
        int theme = random.nextInt(SNIPPETS.size());
        for (int left = 8 + random.nextInt(13); left > 0; left--) {
            StringBuilder cell = new StringBuilder(random.nextInt(8) == 0 ? "// note\n" : "");
            for (int snippets = 1 + random.nextInt(3); snippets > 0; snippets--) {
                boolean near = random.nextInt(3) > 0;
                cell.append(drawn(near ? theme + random.nextInt(NEAR) : random.nextInt(SNIPPETS.size()), suffix));
            }
            theme = random.nextInt(5) == 0 ? random.nextInt(SNIPPETS.size()) : theme;
            cells.add(cell.toString());
        }
        return cells;
    }

    /** A variable that plain JShell has set to null, or hides, may have a value in a notebook. */
    @Test
    void cellsKeepWhatPlainJShellKeeps() {
        Map<String, List<String>> sequences = new TreeMap<>();
        for (int i = 0; i < SEQUENCES; i++) {
            sequences.put("_" + i, cells("_" + i));
        }
        Map<String, Map<String, String>> plain = RecordedPlainJShell.ask(sequences);
        int kept = 0;
        try (CellEvaluator evaluator = CellVariables.evaluator()) {
            for (Map.Entry<String, List<String>> sequence : sequences.entrySet()) {
                List<String> cells = sequence.getValue();
                evaluator.reset();
                Map<String, String> found = CellVariables.after(evaluator, cells);
                Map<String, String> known = new TreeMap<>(plain.get(sequence.getKey()));
                known.values().removeIf("null"::equals);
                assertThat(found).as(String.join("---\n", cells)).containsAllEntriesOf(known);
                kept += known.size();
            }
        }
        assertThat(kept).as("variables compared").isGreaterThan(3 * SEQUENCES);
    }
}

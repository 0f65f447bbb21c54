// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** No cell loses a variable: after every kind of snippet they hold what they hold in plain JShell. */
class VariablesKeptTest {
    /** Each begins with variables of several kinds, then comes what could lose them. */
    private static final String SOME =
            "String s = \"hi\"; int n = 5; var list = new ArrayList<String>(List.of(\"a\")); int[] array = {1, 2};"
                    + " Map<String, List<Integer>> map = new TreeMap<>(Map.of(\"k\", List.of(1))); char c = 'x';"
                    + " Integer boxed = 7; Object none = null; double[][] grid = new double[2][3];";

    /** What plain JShell hides, because its first value no longer compiles. */
    private static final Map<String, Map<String, String>> KEPT_BEYOND =
            Map.of("imports of one name", Map.of("list", "[a]", "map", "{k=[1]}"));

    static final String RECORDED = "plain-jshell-scenarios.txt";

    private static final Map<String, List<String>> SCENARIOS = new LinkedHashMap<>();

    private static void scenario(String name, String... cells) {
        List<String> all = new ArrayList<>(List.of(SOME));
        all.addAll(List.of(cells));
        SCENARIOS.put(name, all);
    }

    static {
        scenario("import on demand", "import java.text.*;", "list.add(\"b\");");
        scenario("import after a comment", "// formats\nimport java.text.*;", "/* a\n b */ import java.nio.file.*;");
        scenario("import after blank lines", "\n\nimport java.text.*;");
        scenario("single import", "// one\nimport java.text.NumberFormat;", "NumberFormat f = null;");
        scenario("static import", "\nimport static java.lang.Math.max;", "n = max(n, 9);");
        scenario("static imports on demand", "import static java.lang.Math.*;\nimport static java.util.Map.*;");
        scenario("imports of one name", "import java.awt.List;", "import java.util.List;", "\nimport java.sql.Date;");
        scenario("import and declaration in one cell", "int z = 1;\nimport java.text.*;\nString t = \"t\";");
        scenario(
                "import, declaration, import", "import java.text.*;\nvar d = new Date(0L);\nimport java.time.*;\nn++;");
        scenario("an import that fails", "import no.such.thing.*;", "\nimport java.text.*;");
        scenario(
                "class and import",
                "class A { int f = 3; public String toString() { return \"A\" + f; } }",
                "A a = new A(); a.f = 4;",
                "// x\nimport java.text.*;");
        scenario(
                "class with another body",
                "class A { String g() { return \"1\"; } public String toString() { return g(); } }",
                "A a = new A();",
                "class A { String g() { return \"2\"; } public String toString() { return g(); } }");
        scenario(
                "class with another field",
                "class A { public String toString() { return \"A\"; } }",
                "A a = new A();",
                "class A { int more; public String toString() { return \"A\"; } }",
                "int after = 1;");
        scenario(
                "record",
                "record P(int x, String y) {}",
                "var p = new P(1, \"y\"); List<P> ps = List.of(p);",
                "\nimport java.text.*;",
                "record Q(P p) {}\nvar q = new Q(p);",
                "\nimport java.time.*;");
        scenario("enum", "enum Color { RED, GREEN }", "Color color = Color.GREEN;", "// e\nimport java.text.*;");
        scenario(
                "interface",
                "interface Shape { double area(); }",
                "record Sq(double a) implements Shape { public double area() { return a * a; } }",
                "Shape shape = new Sq(2); double area = shape.area();",
                "\nimport java.text.*;",
                "area += shape.area();");
        scenario(
                "static state of a class",
                "class Count { static int n; static int next() { return ++n; } }",
                "int first = Count.next();",
                "\nimport java.text.*;",
                "int second = Count.next();");
        scenario(
                "method with another body",
                "int twice(int v) { return v + v; }",
                "int t = twice(n);",
                "int twice(int v) { return 2 * v + 1; }",
                "int u = twice(n);");
        scenario(
                "method with another type",
                "int m() { return 1; }",
                "int a = m();",
                "long m() { return 2; }",
                "long b = m();");
        scenario(
                "overloaded methods",
                "int o(int v) { return v; }",
                "int o(String v) { return 3 * v.length(); }",
                "int r = o(\"abc\");",
                "int o(int v) { return -v; }",
                "int r2 = o(\"abc\");");
        scenario(
                "method that a class calls",
                "int h() { return 1; }",
                "class H { public String toString() { return \"H\" + h(); } }",
                "H obj = new H();",
                "int h() { return 2; }");
        scenario(
                "variable that a class reads",
                "int k = 2;",
                "class K { public String toString() { return \"K\" + k; } }",
                "K obj = new K();",
                "int k = 3;",
                "k = 4;");
        scenario(
                "variable declared again",
                "String s = \"new\";",
                "int n = n + 1;",
                "var list = new ArrayList<>(List.of(3));");
        scenario("variable with another type", "int s = 3;", "String n = \"n\";", "\nimport java.text.*;");
        scenario("variable without a value", "String s;", "int n;", "\nimport java.text.*;");
        scenario(
                "variable whose initializer fails",
                "String s = \"x\".substring(5);",
                "int n = 1 / 0;",
                "String fresh = null;");
        scenario(
                "forward reference of a method",
                "int early() { return late() + 1; }",
                "int late() { return 1; }",
                "int e = early();",
                "int late() { return 10; }",
                "int e2 = early();");
        scenario(
                "forward reference of a type",
                "class X { Y y; public String toString() { return \"X\" + y; } }",
                "class Y { public String toString() { return \"Y\"; } }",
                "X x = new X(); x.y = new Y();",
                "\nimport java.text.*;");
        scenario(
                "classes of one another",
                "class M { N n; } class N { M m; }",
                "M m = new M(); m.n = new N(); boolean ok = m.n != null;",
                "// c\nimport java.text.*;",
                "boolean still = m.n != null;");
        scenario(
                "generics",
                "class Box<T> { T v; Box(T v) { this.v = v; } public String toString() { return \"Box \" + v; } }",
                "Box<String> box = new Box<>(\"b\"); var boxes = new ArrayList<>(List.of(box));",
                "\nimport java.text.*;",
                "<T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) > 0 ? a : b; }",
                "String big = larger(s, \"a\");",
                "\nimport java.time.*;");
        scenario(
                "lambdas",
                "Function<Integer, Integer> f = v -> v + n;",
                "int fv = f.apply(1);",
                "\nimport java.text.*;",
                "n = 10;",
                "int fw = f.apply(1);",
                "int fold(int v) { return IntStream.of(v).sum(); }",
                "import java.util.stream.*;",
                "int g(int v) { return List.of(v, v).stream().mapToInt(i -> i).sum(); }",
                "int gg = g(2);",
                "int g(int v) { return List.of(v, v).stream().mapToInt(i -> i * n).map(i -> i + 1).sum(); }",
                "int gh = g(2);");
        scenario(
                "anonymous class",
                "var anonymous = new Object() { int x = 3; public String toString() { return \"anon\" + x; } };",
                "anonymous.x = 8;",
                "\nimport java.text.*;");
        scenario(
                "annotation",
                "@interface Mark { String value(); }",
                "@Mark(\"m\") class Marked { public String toString() { return \"marked\"; } }",
                "Marked marked = new Marked();",
                "\nimport java.text.*;");
        scenario(
                "errors in between",
                "int bad = \"no\";",
                "nonsense here",
                "throw new RuntimeException();",
                "\nimport java.text.*;",
                "undefined();");
        scenario(
                "a class that fails",
                "class A { public String toString() { return \"A\"; } }",
                "A a = new A();",
                "class A { no }",
                "\nimport java.text.*;");
        scenario(
                "statements",
                "for (int i = 0; i < 3; i++) { list.add(\"\" + i); }",
                "\nimport java.text.*;",
                "if (n > 1) n = 0;");
        scenario(
                "a name the import brings",
                "class Format { public String toString() { return \"mine\"; } }",
                "Format f = new Format();",
                "// c\nimport java.text.*;");
        scenario(
                "a name hidden by an import",
                "Date date = new Date(0L); long at = date.getTime();",
                "\nimport java.text.*;",
                "\nimport java.time.*;");
    }

    static Map<String, List<String>> scenarios() {
        return SCENARIOS;
    }

    @TestFactory
    Stream<DynamicTest> asInPlainJShell() {
        Map<String, Map<String, String>> expected = RecordedPlainJShell.read(RECORDED);
        return SCENARIOS.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    Map<String, String> all = new TreeMap<>(expected.get(each.getKey()));
                    all.putAll(KEPT_BEYOND.getOrDefault(each.getKey(), Map.of()));
                    try (CellEvaluator evaluator = CellVariables.evaluator()) {
                        assertThat(CellVariables.after(evaluator, each.getValue()))
                                .isEqualTo(all);
                    }
                }));
    }

    @Tag("campaign")
    @Test
    void plainJShellGivesWhatIsRecorded() {
        assertThat(RecordedPlainJShell.ask(SCENARIOS)).isEqualTo(RecordedPlainJShell.read(RECORDED));
    }
}

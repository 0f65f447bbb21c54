// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.notebook.error.CellDiagnostic;
import org.etude.notebook.output.RecordedOutput;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A cell with several errors shows all of them, and none that only follows from another. */
class LaterErrorsTest {
    private static CellEvaluator cells;

    @BeforeAll
    static void start() {
        cells = new CellEvaluator();
        run("int known = 1; int over(int v) { return v; } class Old { int f; }");
    }

    @AfterAll
    static void stop() {
        cells.close();
    }

    private static CellResult run(String code) {
        return cells.evaluate(code, 1, new RecordedOutput());
    }

    /** Line and first line of the message of each error. */
    private static List<String> errors(String code) {
        CellResult result = run(code);
        assertThat(result).isInstanceOf(CellResult.Rejected.class);
        return ((CellResult.Rejected) result)
                .diagnostics().stream().map(LaterErrorsTest::shown).toList();
    }

    private static String shown(CellDiagnostic error) {
        return error.line() + " " + error.message().lines().findFirst().orElse("");
    }

    @Test
    void statementsAfterTheFirst() {
        assertThat(
                        errors(
                                "int a = \"text\";\nint ok = 3;\nString s = ok;\nlist.add(ok);\nTopology.rnig(4);\nknown.foo()"))
                .containsExactly(
                        "1 incompatible types: java.lang.String cannot be converted to int",
                        "3 incompatible types: int cannot be converted to java.lang.String",
                        "4 cannot find symbol: variable list",
                        "5 cannot find symbol: method rnig(int)",
                        "6 int cannot be dereferenced");
        assertThat(cells.variables()).extracting(CellVariable::name).containsExactly("known");
    }

    @Test
    void whereTheyAreInTheCell() {
        CellResult.Rejected rejected = (CellResult.Rejected) run("int a = \"x\";\n  long b = 1; int c = b + \"y\";");
        assertThat(rejected.diagnostics()).hasSize(2);
        assertThat(rejected.diagnostics().get(1).excerpt())
                .isEqualTo("  long b = 1; int c = b + \"y\";\n                        ^^^^^");
        assertThat(rejected.error().orElseThrow().value())
                .isEqualTo("line 1: incompatible types: java.lang.String cannot be converted to int;"
                        + " line 2: incompatible types: java.lang.String cannot be converted to int");
    }

    @Test
    void bodiesOfLoopsMethodsAndClasses() {
        assertThat(errors("missing();\nfor (int i = 0; i < 3; i++) {\n  String t = i;\n}\n"
                        + "int len(String v) { return v.size(); }\nclass C { int g() { return \"q\"; } }\n"
                        + "record R(int x) { String y() { return x; } }"))
                .containsExactly(
                        "1 cannot find symbol: method missing()",
                        "3 incompatible types: int cannot be converted to java.lang.String",
                        "6 incompatible types: java.lang.String cannot be converted to int",
                        "7 incompatible types: int cannot be converted to java.lang.String");
    }

    @Test
    void nothingThatFollowsFromTheFirst() {
        assertThat(
                        errors(
                                "var step = Traces.lod(\"x\");\nvar linked = step.link();\nlinked.foo();\nlinked.toEt().repair()"))
                .containsExactly("1 cannot find symbol: method lod(java.lang.String)");
        assertThat(errors("class Bad { int f() { return \"t\"; } }\nBad b = new Bad();\nint n = b.f();"))
                .containsExactly("1 incompatible types: java.lang.String cannot be converted to int");
    }

    /** What is legal in cells and would not be for local variables, or refers to declarations of other cells. */
    @Test
    void nothingThatJShellAccepts() {
        assertThat(errors(
                        "int x = \"bad\";\nint n;\nn++;\nint n = 4;\nRunnable r = () -> System.out.println(n);\nn = 5;\n"
                                + "String over(String v) { return v; }\nint o = over(3); String p = over(\"p\");\n"
                                + "class Old { String g; }\nvar old = new Old(); old.g = \"\";\n"
                                + "int uses() { return known + n + later(); }\nint later() { return 1; }\n"
                                + "public static String known = \"text\";\nint length = known.length();\n"
                                + "String twice() { return known + known.length(); }\n"
                                + "import java.text.*;\nNumberFormat f = NumberFormat.getInstance();\n"
                                + "for (int n = 0; n < 2; n++) {}\nint a = 1, b = a, c = b;\nint d = c + b;\n"
                                + "while (true) {}\nd++; // end\nf.format(1)"))
                .containsExactly("1 incompatible types: java.lang.String cannot be converted to int");
    }

    @Test
    void noneAfterWhatCannotBeParsed() {
        assertThat(errors("int a = ;\nint b = \"x\";")).isNotEmpty().allMatch(error -> error.startsWith("1 "));
        assertThat(errors("int a = \"x\";\nString b = 3;\nint c = ;"))
                .startsWith(
                        "1 incompatible types: java.lang.String cannot be converted to int",
                        "2 incompatible types: int cannot be converted to java.lang.String");
    }
}

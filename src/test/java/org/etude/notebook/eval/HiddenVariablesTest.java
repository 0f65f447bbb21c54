// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.notebook.error.CellError;
import org.etude.notebook.output.RecordedOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Variables whose first value no longer compiles, which plain JShell hides, keep the value they have. */
class HiddenVariablesTest {
    private final CellEvaluator evaluator = new CellEvaluator();
    private final RecordedOutput output = new RecordedOutput();

    @AfterEach
    void close() {
        evaluator.close();
    }

    private Object value(String code) {
        CellResult result = evaluator.evaluate(code, 1, output);
        assertThat(result.error()).isEmpty();
        return ((CellResult.Ok) result).value().orElse(null);
    }

    @Test
    void ofAMethodThatGivesAnotherType() {
        value("int f(int a) { return 2 * a; }\nvar x = f(4); int[] all = {f(1)};");
        value("int next() { return x + 1; }\nvar later = x + 100;\nx = 9;");
        value("String f(int a) { return \"text\"; }");
        assertThat(value("f(1) + x + all[0] + next() + later")).isEqualTo("text9210108");
        value("import java.text.*;");
        value("int f(int a) { return 3; }");
        assertThat(value("f(1) + x + all[0] + next() + later")).isEqualTo(3 + 9 + 2 + 10 + 108);
        assertThat(output.err()).isEmpty();
    }

    @Test
    void ofAConstructorThatTakesOtherArguments() {
        value("class Q { int a; Q(int a) { this.a = a; } }\nvar q = new Q(4); int a = q.a;");
        value("List<Object> list = new ArrayList<>(List.of(new Q(5), \"kept\"));");
        value("class Q { int a; Q(int a, int b) { this.a = a + b; } }");
        assertThat(output.err())
                .isEqualTo("q is null now: its class Q has changed its members. Run again the cell that created it.\n");
        assertThat(value("q")).isNull();
        assertThat(value("a + \" \" + list.get(1)")).isEqualTo("4 kept");
        assertThat(value("q = new Q(1, 2); q.a")).isEqualTo(3);
    }

    @Test
    void ofAVariableThatHasAnotherType() {
        value("int n = 5; var twice = n * 2;");
        value("String n = \"n\";");
        assertThat(value("n + twice")).isEqualTo("n10");
    }

    /** JShell lets a declaration replace a former one even if it does not compile. */
    @Test
    void ofADeclarationThatIsAnError() {
        value("int i = 5; var list = new ArrayList<>(List.of(\"kept\")); int j = 1; j = 2;");
        for (String cell : List.of(
                "not i",
                "Nope i;",
                "Nope i = null;",
                "int i = typo();",
                "String i = 5;",
                "int k = 1; Nope list; Unknown j;",
                "Nope list; int j = typo();")) {
            assertThat(evaluator.evaluate(cell, 1, output)).as(cell).isInstanceOf(CellResult.Rejected.class);
            assertThat(value("i + list.get(0) + j")).as(cell).isEqualTo("5kept2");
        }
        value("class Nope { }");
        assertThat(value("i + list.get(0) + j")).isEqualTo("5kept2");
        value("Later i; class Later { }");
        assertThat(value("i = new Later(); i != null")).isEqualTo(true);
        assertThat(output.err()).isEmpty();
    }

    @Test
    void ofAMethodOrClassThatIsAnError() {
        value(
                "int twice(int x) { return 2 * x; }\nint twice(String s) { return 7; }\nint eight = twice(4); eight = 9;");
        value("class A { int f = 3; }\nA a = new A(); a.f = 4;");
        for (String cell : List.of(
                "int twice(int x) { return \"text\"; }", "class A { int f = \"text\"; }", "class A { Nope f; }")) {
            assertThat(evaluator.evaluate(cell, 1, output)).as(cell).isInstanceOf(CellResult.Rejected.class);
            assertThat(value("twice(4) + twice(\"\") + eight + a.f + new A().f"))
                    .as(cell)
                    .isEqualTo(8 + 7 + 9 + 4 + 3);
        }
        assertThat(output.err()).isEmpty();
    }

    /** A method may wait for another one, with a warning. */
    @Test
    void ofAMethodThatStillNeedsAnother() {
        value("int waiting() { return g() + 1; }");
        for (String cell : List.of("int waiting() { return \"text\"; }", "Nope waiting() { return null; }")) {
            assertThat(evaluator.evaluate(cell, 1, output)).as(cell).isInstanceOf(CellResult.Rejected.class);
        }
        assertThat(value("int g() { return 5; }\nwaiting()")).isEqualTo(6);
    }

    /** A cell with magics has several parts of Java. */
    @Test
    void aLostVariableIsNamedOnce() {
        value("class Part { static class Inner { } }\nPart.Inner inner = null; List<Part.Inner> parts = List.of();");
        assertThat(evaluator
                        .evaluate(2, output, cell -> cell.run("class Part { }").ok() ? cell.run("int next = 1;") : null)
                        .ok())
                .isTrue();
        assertThat(output.err())
                .isEqualTo("inner is gone: its declaration no longer compiles. Run again the cell that created it.\n"
                        + "parts is gone: its declaration no longer compiles. Run again the cell that created it.\n");
    }

    /** A class of a cell, or an import, that takes the name of a library's class. */
    @Test
    void ofATypeWhoseNameAnotherClassTakes() {
        value("List<String> list = new ArrayList<>(List.of(\"a\")); List<Integer>[] lists = new List[] {List.of(1)};\n"
                + "Date date = null; date = new Date(5L); Date begun = new Date(6L);");
        value("class List { }\nrecord Date(int day) { }\nDate today = new Date(7);");
        assertThat(value("list.get(0) + lists[0].get(0) + date.getTime() + begun.getTime() + today.day()"))
                .isEqualTo("a1567");
        value("import java.text.*;\nlist.add(\"b\");");
        assertThat(value("list.size()")).isEqualTo(2);
        assertThat(output.err()).isEmpty();
    }

    @Test
    void anObjectOfAFormerClassSaysSo() {
        value("class P { int a = 1; }\nList<P> kept = List.of(new P()); P[] array = {new P()};");
        value("class P { int a = 1; int b = 2; }");
        assertThat(output.err())
                .isEqualTo(
                        "array is null now: its class P has changed its members. Run again the cell that created it.\n");
        CellError error =
                evaluator.evaluate("P p = kept.get(0);", 1, output).error().orElseThrow();
        assertThat(error.name()).isEqualTo("java.lang.ClassCastException");
        assertThat(error.value())
                .isEqualTo("this object is of the former class P, whose members have changed since."
                        + " Run again the cell that created the object.");
    }
}

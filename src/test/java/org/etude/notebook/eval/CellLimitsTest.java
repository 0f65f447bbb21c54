// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.notebook.error.CellError;
import org.etude.notebook.output.RecordedOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Code that no class holds, and exceptions that JShell cannot report. */
class CellLimitsTest {
    private final CellEvaluator evaluator = new CellEvaluator();

    @AfterEach
    void close() {
        evaluator.close();
    }

    private CellResult run(String code) {
        return evaluator.evaluate(code, 7, new RecordedOutput());
    }

    private Object value(String code) {
        CellResult result = run(code);
        assertThat(result.error()).isEmpty();
        return ((CellResult.Ok) result).value().orElse(null);
    }

    private CellError error(String code) {
        return run(code).error().orElseThrow();
    }

    private static String text(CellError error) {
        return String.join("\n", error.traceback());
    }

    /** JShell says of these that a nameless declaration is missing; afterwards, no cell at all would compile. */
    @Test
    void codeThatNoClassHoldsIsRejectedAndLaterCellsRun() {
        value("int room = 1;");
        assertThat(error("int before = 2;\nvoid huge() {" + "room = room + 1;".repeat(9000) + "}")
                        .value())
                .isEqualTo("line 2: the code of method huge is too large: a method of the JVM holds 64 KiB of bytecode."
                        + " Divide it into several methods, or read its data from a file.");
        assertThat(error("class Wide {\n  int small() { return 1; }\n  void wide() {" + "room = room + 1;".repeat(9000)
                                + "}\n}")
                        .value())
                .startsWith("line 3: the code of method wide is too large");
        assertThat(error("while (room < 0) {" + "room = room + 1;".repeat(9000) + "}")
                        .value())
                .startsWith("line 1: the code of this statement is too large");
        assertThat(error("int[] cells = {" + "1, ".repeat(12_000) + "};").value())
                .startsWith("line 1: the code of this statement is too large");
        assertThat(error("String text = \"" + "x".repeat(70_000) + "\";").value())
                .startsWith("line 1: this text is too long: a constant of the JVM holds 65,535 bytes.");
        assertThat(text(error("int early = 1; String late = \"" + "x".repeat(70_000) + "\";")))
                .hasSizeLessThan(800)
                .contains("String late = \"xx", "x\u2026\n");
        assertThat(text(error("\"" + "x".repeat(5_000) + "\" + nope;")))
                .contains("\u2026xxx", "xxx\" + nope;\n" + " ".repeat(200) + "^^^^");
        assertThat(value("void small() { room++; }\nsmall();\nroom + before")).isEqualTo(4);
        assertThat(error("huge()").value()).isEqualTo("line 1: cannot find symbol: method huge()");
    }

    /** JShell would follow the causes until its stack overflows, and report what the message threw instead. */
    @Test
    void exceptionsWithACycleOfCausesOrABrokenMessageAreShownThemselves() {
        CellError cycle =
                error("var one = new RuntimeException(\"one\");\nvar two = new RuntimeException(\"two\", one);\n"
                        + "one.initCause(two);\nthrow one;");
        assertThat(cycle.name()).isEqualTo("java.lang.RuntimeException");
        assertThat(cycle.traceback())
                .contains(
                        "java.lang.RuntimeException: one",
                        "Caused by: java.lang.RuntimeException: two",
                        "Caused by: [CIRCULAR REFERENCE: java.lang.RuntimeException: one]");
        run(
                "class Mute extends RuntimeException {\n  public String getMessage() { throw new IllegalStateException(); }\n"
                        + "  public String toString() { throw new IllegalStateException(); }\n}");
        assertThat(error("throw new Mute();").traceback().get(0))
                .isEqualTo("Mute: (its message threw java.lang.IllegalStateException)");
    }
}

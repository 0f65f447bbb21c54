// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionStartTest {
    /** The code is up to the dot; what follows the bar is the expression that it is called on. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sim | sim",
                "var t = sim | sim",
                "sim.ranks() | sim.ranks()",
                "x = a.b[i + 1].c | a.b[i + 1].c",
                "f(a, b) | f(a, b)",
                "f(a, b | b",
                "return(sim | sim",
                "a + b | b",
                "!ready | ready",
                "\"some text\" | \"some text\"",
                "print(\"a(b\") | print(\"a(b\")",
                "x = print(\")\", ')').all() | print(\")\", ')').all()",
                "x + \"a\\\"b\" | \"a\\\"b\"",
                "new Foo(1, 2) | new Foo(1, 2)",
                "x = new Foo() | new Foo()",
                "renew Foo() | Foo()",
                "(new Foo()) | (new Foo())",
                "f(x -> { return x; }) | f(x -> { return x; })",
                "sim .ranks() | sim .ranks()",
                "a; sim. ranks() | sim. ranks()",
                "traces -> traces | traces",
                "`` | ``",
                "= | ``",
                "f) | f)",
            })
    void anExpressionBeginsWhereItsFirstNameDoes(String code, String expression) {
        assertThat(code.substring(ExpressionStart.before(code, code.length()))).isEqualTo(expression);
    }

    @ParameterizedTest
    @CsvSource({"'\n', '  '", "'\n\n', '\t'"})
    void aChainMayTakeSeveralLines(String end, String indent) {
        String code = "var t = sim" + end + indent + ".link()" + end + indent + ".toEt()";
        assertThat(code.substring(ExpressionStart.before(code, code.length())))
                .startsWith("sim")
                .endsWith(".toEt()");
        String other = "foo" + end + "sim";
        assertThat(other.substring(ExpressionStart.before(other, other.length())))
                .isEqualTo("sim");
    }

    /** What follows the place that is asked for does not matter. */
    @ParameterizedTest
    @CsvSource({"a.b.c, 1, 0", "x+yy.z, 4, 2", "f(a.b).c, 3, 2"})
    void onlyWhatComesBeforeCounts(String code, int end, int start) {
        assertThat(ExpressionStart.before(code, end)).isEqualTo(start);
    }
}

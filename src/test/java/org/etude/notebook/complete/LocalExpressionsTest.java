// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalExpressionsTest {
    private static JShell shell;
    private static LocalExpressions expressions;

    @BeforeAll
    static void start() {
        shell = JShell.builder().executionEngine("local").build();
        expressions = new LocalExpressions(
                new LambdaTypes(new ScopeTypes(shell, LocalExpressionsTest.class.getClassLoader())));
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    /** The code, the expression after it, and what JShell is asked instead. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "var t = traces.link(); | t | (traces.link())",
                "var t = traces.link(); | t.ranks() | (traces.link()).ranks()",
                "var t = all(); | t[0].a | (all())[0].a",
                "Traces t = f(); | t.a | ((Traces) null).a",
                "var a = f(); var b = a.g(); | b | ((f()).g())",
                "var a = f(); | other.a() | other.a()",
                "var a = f(); | f().a | f().a",
                "int f() { return 1; } | f | f",
                "for (var x : list.all()) | x.y | (list.all()).iterator().next().y",
                "var a = f(); a = g(); | a | (g())",
                "var a = f(); if (a == g()) | a | (f())",
                "var s = \"a;b\"; | s.x | (\"a;b\").x",
                "var s = f(\")\", 1); | s.x | (f(\")\", 1)).x",
                "var c = '('; var d = 1; | d | (1)",
                "var a = f(); // a = wrong | a | (f())",
                "var a = f(); var b = \"a = wrong\"; | a | (f())",
                "var a = new int[] {1, 2}; | a | (new int[] {1, 2})",
                "run(() -> { var a = f(); | a | (f())",
                "var a = f() | a | (f())"
            })
    void namesOfTheCellBecomeTheirValues(String code, String expression, String standalone) {
        assertThat(expressions.standalone(code, expression)).isEqualTo(standalone);
    }
}

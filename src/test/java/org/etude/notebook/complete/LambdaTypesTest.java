// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LambdaTypesTest {
    private static JShell shell;
    private static ScopeTypes scope;

    @BeforeAll
    static void start() {
        shell = JShell.builder().executionEngine("local").build();
        shell.eval("import java.util.*;");
        shell.eval("import java.util.stream.*;");
        shell.eval("import static java.util.Objects.*;");
        shell.eval("Optional<String> name = Optional.of(\"x\");");
        shell.eval("StringBuilder text = new StringBuilder();");
        scope = new ScopeTypes(shell, LambdaTypesTest.class.getClassLoader());
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Thread.currentThread().setUncaughtExceptionHandler(t -> t | t | ",
                "text.chars().mapToObj(i -> i | i | ",
                "java.util.Map.Entry.comparingByKey((a, b) -> a | a | ",
                "x -> x | x | ",
                "name | name | ",
                "text.append(1); x -> x | x | ",
                "{ x -> x | x | ",
            })
    void whatIsNoParameterOfAFunctionIsUnknown(String code, String name) {
        assertThat(new LambdaTypes(scope).of(code, name)).isEmpty();
    }

    /** A static import is called without its class: the supplier's type is that of its first argument. */
    @Test
    void methodsOfThisTestAreFoundByTheirOwner() {
        String call = Calls.class.getCanonicalName();
        assertThat(type(call + ".text(t -> t", "t")).contains(StringBuilder.class);
        assertThat(type(call + ".text((t) -> t", "t")).contains(StringBuilder.class);
        assertThat(type(call + ".text( t->t", "t")).contains(StringBuilder.class);
        assertThat(type(call + ".second(f(1, 2), u -> u", "u")).contains(Thread.class);
        assertThat(type(call + ".second(\"a\", u -> u", "u")).contains(Thread.class);
        assertThat(type(call + ".text(t -> t", "u")).isEmpty();
        assertThat(type(call + ".none(t -> t", "t")).isEmpty();
        assertThat(type(call + ".wide(t -> t", "t")).contains(Number.class);
        assertThat(type(call + ".list(t -> t", "t")).contains(java.util.List.class);
    }

    /** As in an exercise, whose answer is declared above: {@code check(answer, a -> a.}. */
    @Test
    void aTypeOfTheMethodIsThatOfAnArgumentBefore() {
        String call = Calls.class.getCanonicalName();
        assertThat(type(call + ".same(1, text, a -> a", "a")).contains(StringBuilder.class);
        assertThat(type(call + ".same(f(1, 2),\n    text ,\n  a -> a", "a")).contains(StringBuilder.class);
        assertThat(type("String answer = null;\n" + call + ".same(1, answer, a -> a", "a"))
                .contains(String.class);
        assertThat(type(call + ".same(1, unknown, a -> a", "a")).isEmpty();
        assertThat(type(call + ".later(a -> a", "a")).isEmpty();
    }

    @Test
    void theInnermostLambdaOfANameHolds() {
        String call = Calls.class.getCanonicalName();
        assertThat(type(call + ".second(null, t -> " + call + ".text(t -> t", "t"))
                .contains(StringBuilder.class);
    }

    private static Optional<Class<?>> type(String code, String name) {
        return new LambdaTypes(scope).of(code, name);
    }

    /** What cells call. */
    public static final class Calls {
        private Calls() {}

        /** A function of what it takes or anything above it. */
        public static void text(java.util.function.Function<? super StringBuilder, ?> function) {
            function.apply(new StringBuilder());
        }

        /** Its second argument is a function. */
        public static void second(Object any, java.util.function.Consumer<Thread> function) {
            function.accept(null);
        }

        /** A function of a number of any kind. */
        public static void wide(java.util.function.Consumer<? extends Number> function) {
            function.accept(null);
        }

        /** A function of its second argument. */
        public static <T> void same(int number, T value, java.util.function.Predicate<? super T> function) {
            function.test(value);
        }

        /** A function of an argument that comes after it. */
        public static <T> void later(java.util.function.Predicate<T> function, T value) {
            function.test(value);
        }

        /** A function of a list. */
        public static void list(java.util.function.Consumer<java.util.List<String>> function) {
            function.accept(null);
        }
    }
}

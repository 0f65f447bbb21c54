// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.notebook.output.CellOutput;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
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
}

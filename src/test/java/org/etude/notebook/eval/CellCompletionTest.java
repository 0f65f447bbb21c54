// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.Plans;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.notebook.output.CellOutput;
import org.etude.report.Internal;
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

    /** What users call comes first, before constants and methods for Etude's own packages. */
    @ParameterizedTest
    @ValueSource(classes = {Traces.class, Plans.class, Simulation.class})
    void whatUsersCallComesFirst(Class<?> type) {
        String code = type.getSimpleName() + ".";
        List<Boolean> internal = cells.complete(code, code.length()).items().stream()
                .map(item -> isInternal(type, item.text().replaceAll("[(].*", "")))
                .toList();
        assertThat(internal).contains(true, false).isSorted();
    }

    private static boolean isInternal(Class<?> type, String name) {
        List<AnnotatedElement> members = new ArrayList<>();
        Stream.of(type.getMethods()).filter(m -> m.getName().equals(name)).forEach(members::add);
        Stream.of(type.getFields()).filter(f -> f.getName().equals(name)).forEach(members::add);
        return !members.isEmpty() && members.stream().allMatch(m -> m.isAnnotationPresent(Internal.class));
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

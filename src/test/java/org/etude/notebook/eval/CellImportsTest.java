// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdk.jshell.JShell;
import org.etude.notebook.output.CellOutput;
import org.junit.jupiter.api.Test;

class CellImportsTest {
    private static String value(CellEvaluator cells, String code) {
        CellResult result = cells.evaluate(code, 1, CellOutput.NONE);
        return result instanceof CellResult.Ok ok ? String.valueOf(ok.value().orElse("")) : result.toString();
    }

    @Test
    void allImportsOfTheStartAreThere() {
        try (CellEvaluator cells = new CellEvaluator()) {
            assertThat(value(cells, "new ArrayList<>(List.of(1))")).isEqualTo("[1]");
            assertThat(value(cells, "gbps(65)")).isEqualTo("65 Gbps");
            assertThat(value(cells, "PER_GROUP")).isEqualTo("PER_GROUP");
        }
    }

    /** JShell keeps imports by their first line: the same line in a cell must not take the others away. */
    @Test
    void theSameImportAgainKeepsTheOthers() {
        try (CellEvaluator cells = new CellEvaluator()) {
            for (String line : StartupImports.read()) {
                assertThat(value(cells, line)).isEmpty();
            }
            assertThat(value(cells, "List.of(gbps(65), PER_GROUP)")).isEqualTo("[65 Gbps, PER_GROUP]");
        }
    }

    @Test
    void linesAfterAWrongOneAreMadeAllTheSame() {
        EvaluatorOptions options = EvaluatorOptions.defaults()
                .withImports(List.of("import java.util.*; // lists", "import no.such.Thing;", "import java.math.*;"));
        try (CellEvaluator cells = new CellEvaluator(options)) {
            assertThat(value(cells, "List.of(BigInteger.ONE)")).isEqualTo("[1]");
        }
    }

    @Test
    void jshellKeepsThemAsOneSnippet() {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(System.getProperty("java.class.path"));
            CellImports.make(shell, List.of("import java.util.*;", "import java.math.*;"));
            assertThat(shell.imports()).hasSize(1);
        }
    }

    @Test
    void completionKnowsTheClassesOfImports() {
        try (CellEvaluator cells = new CellEvaluator()) {
            assertThat(cells.complete("Traces.lo", 9).items())
                    .anySatisfy(item -> assertThat(item.signature()).isNotBlank());
            assertThat(cells.complete("gbp", 3).items())
                    .anySatisfy(item -> assertThat(item.signature()).isNotBlank());
        }
    }
}

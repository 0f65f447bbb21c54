// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.notebook.output.RecordedOutput;

/** The variables of cells, shown as {@link PlainJShell} shows them. */
final class CellVariables {
    private CellVariables() {}

    /** With the imports of {@link PlainJShell}. */
    static CellEvaluator evaluator() {
        return new CellEvaluator(EvaluatorOptions.defaults().withImports(PlainJShell.IMPORTS));
    }

    /** Runs cells; name and value of all variables then. */
    static Map<String, String> after(CellEvaluator evaluator, List<String> cells) {
        RecordedOutput output = new RecordedOutput();
        for (int i = 0; i < cells.size(); i++) {
            evaluator.evaluate(cells.get(i), i + 1, output);
        }
        Map<String, String> values = new TreeMap<>();
        for (CellVariable variable : evaluator.variables()) {
            values.put(variable.name(), PlainJShell.shown(variable.value().orElse(null)));
        }
        return values;
    }
}

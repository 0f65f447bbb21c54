// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.notebook.error.CellError;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;

/** Runs cells by looking their source up; what is not scripted has no output. */
final class ScriptedRunner implements CellRunner {
    /** What a cell does. */
    interface Script {
        CellResult run(CellOutput output);
    }

    private final Map<String, Script> scripts = new HashMap<>();

    ScriptedRunner on(String source, Script script) {
        scripts.put(source, script);
        return this;
    }

    static CellResult value(Object value) {
        return new CellResult.Ok(Optional.ofNullable(value));
    }

    static CellResult failed(String message) {
        IllegalStateException thrown = new IllegalStateException(message);
        return new CellResult.Failed(
                thrown, new CellError("IllegalStateException", message, List.of("Traceback", message)));
    }

    @Override
    public CellResult run(String code, int executionCount, CellOutput output) {
        return scripts.getOrDefault(code, o -> value(null)).run(output);
    }

    @Override
    public MimeBundle render(Object value) {
        return MimeBundle.plain("value " + value);
    }
}

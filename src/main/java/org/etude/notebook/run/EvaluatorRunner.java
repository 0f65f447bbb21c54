package org.etude.notebook.run;

import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellOutput;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.eval.MimeBundle;

/** Runs cells as the kernel does, in this process. */
public final class EvaluatorRunner implements CellRunner, AutoCloseable {
    private final CellEvaluator evaluator;

    /** A fresh evaluator in a process that only runs cells. */
    public EvaluatorRunner() {
        evaluator = new CellEvaluator(EvaluatorOptions.defaults().withOwnsProcess(true));
    }

    @Override
    public CellResult run(String code, int executionCount, CellOutput output) {
        return evaluator.evaluate(code, executionCount, output);
    }

    @Override
    public MimeBundle render(Object value) {
        return evaluator.render(value);
    }

    @Override
    public void close() {
        evaluator.close();
    }
}

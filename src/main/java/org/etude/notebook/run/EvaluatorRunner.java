// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;

/** Runs cells like the kernel, in this process. Interrupting the thread that waits for a cell stops the cell. */
public final class EvaluatorRunner implements CellRunner, AutoCloseable {
    private static final long PATIENCE_MILLIS = 2_000;

    private final CellEvaluator evaluator;
    private final ExecutorService cells = Executors.newSingleThreadExecutor(EvaluatorRunner::thread);

    /** Creates an evaluator for a process that only runs cells. */
    public EvaluatorRunner() {
        evaluator = new CellEvaluator(EvaluatorOptions.defaults().withOwnsProcess(true));
    }

    /**
     * {@inheritDoc}
     *
     * @throws CancellationException when the calling thread was interrupted; the cell is then stopped
     */
    @Override
    public CellResult run(String code, int executionCount, CellOutput output) {
        Future<CellResult> cell = cells.submit(() -> evaluator.evaluate(code, executionCount, output));
        try {
            return cell.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            evaluator.interrupt();
            await(cell);
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /** Waits for the stopped cell; the evaluator abandons a thread that ignores interrupts before this times out. */
    private static void await(Future<CellResult> cell) {
        try {
            cell.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            cell.cancel(true);
        }
    }

    @Override
    public MimeBundle render(Object value) {
        return evaluator.render(value);
    }

    @Override
    public void close() {
        cells.shutdownNow();
        evaluator.close();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "etude-cells");
        thread.setDaemon(true);
        return thread;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookException;
import org.etude.notebook.run.NotebookRun.Failure;
import org.etude.notebook.run.OutputRecorder.CellSheet;
import org.etude.report.Progress;

/**
 * Runs the cells of a notebook in order and stops at the first failure. Supports nbclient's tags: a cell tagged {@code
 * raises-exception} may fail, one tagged {@code skip-execution} is skipped.
 */
public final class NotebookRunner {
    private static final String MAY_FAIL = "raises-exception";
    private static final String SKIPPED = "skip-execution";

    private final CellRunner runner;
    private final Progress progress;
    private final OutputRecorder recorder = new OutputRecorder();
    private final Map<Integer, CellSheet> sheets = new HashMap<>();
    private final Map<Integer, Integer> counts = new HashMap<>();

    private NotebookRunner(CellRunner runner, Progress progress) {
        this.runner = runner;
        this.progress = progress;
    }

    /**
     * Runs a notebook.
     *
     * @param name its name in messages
     * @param runner runs the cells; for one notebook only, because variables stay
     * @throws NotebookException when the notebook states another language
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     */
    public static NotebookRun run(Notebook notebook, String name, CellRunner runner, Progress progress) {
        String language = notebook.language().orElse("java");
        if (!language.equals("java")) {
            throw new NotebookException(
                    name + ": its cells are in " + language + ", Etude runs Java",
                    "Choose the kernel \"Etude (Java)\" in Jupyter and save it, or run it with jupyter nbconvert --execute.");
        }
        return new NotebookRunner(runner, progress).all(notebook);
    }

    private NotebookRun all(Notebook notebook) {
        Failure failure = null;
        List<Cell> cells = notebook.cells();
        for (int i = 0; i < cells.size() && failure == null; i++) {
            Cell cell = cells.get(i);
            if (cell.runs() && !cell.tagged(SKIPPED)) {
                progress.at("cell " + (i + 1) + " of " + cells.size(), i, cells.size());
                failure = run(cell, i);
            }
        }
        return new NotebookRun(notebook.withCells(ran(cells)), counts.size(), Optional.ofNullable(failure));
    }

    private Failure run(Cell cell, int index) {
        Progress.checkInterrupted();
        int count = counts.size() + 1;
        CellSheet sheet = recorder.begin();
        sheets.put(index, sheet);
        counts.put(index, count);
        CellResult result = runner.run(cell.source(), count, sheet);
        Progress.checkInterrupted();
        if (result instanceof CellResult.Ok ok) {
            ok.value().ifPresent(value -> sheet.result(count, runner.render(value)));
            return null;
        }
        sheet.error(result.error().orElseThrow());
        return cell.tagged(MAY_FAIL) && !(result instanceof CellResult.Interrupted)
                ? null
                : new Failure(index + 1, count, cell, result.error().orElseThrow());
    }

    /** Threads of early cells may have produced output until now. */
    private List<Cell> ran(List<Cell> cells) {
        List<Cell> ran = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            CellSheet sheet = sheets.get(i);
            if (sheet != null) {
                ran.add(cell.ran(counts.get(i), sheet.outputs()));
            } else {
                ran.add(cell.type() == Cell.Type.CODE ? cell.stripped() : cell);
            }
        }
        return ran;
    }
}

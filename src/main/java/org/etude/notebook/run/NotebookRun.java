// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import java.util.Optional;
import org.etude.notebook.error.CellError;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;

/**
 * The result of running a notebook.
 *
 * @param notebook the notebook with its outputs; cells after a failed one have no outputs
 * @param cellsRun number of cells run
 * @param failure the failed cell; empty when all succeeded
 */
public record NotebookRun(Notebook notebook, int cellsRun, Optional<Failure> failure) {

    /**
     * The cell that ended the run.
     *
     * @param number its position in the notebook, from 1
     * @param executionCount its number in {@code In[n]}
     * @param cell the cell
     * @param error its error
     */
    public record Failure(int number, int executionCount, Cell cell, CellError error) {
        /** Location and error in one line: {@code cell 5, In[3], line "x.foo()": NullPointerException: ...}. */
        public String where() {
            String first = cell.source()
                    .lines()
                    .filter(l -> !l.isBlank())
                    .findFirst()
                    .orElse("")
                    .strip();
            return "cell " + number + ", In[" + executionCount + "] (" + first + ")";
        }
    }
}

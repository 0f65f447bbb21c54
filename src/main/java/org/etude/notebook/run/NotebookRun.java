// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import java.util.Optional;
import org.etude.notebook.error.CellError;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;

/**
 * What became of a notebook.
 *
 * @param notebook the notebook with what its cells showed; cells behind the one that failed have no outputs
 * @param cellsRun how many cells were run
 * @param failure the cell that failed; empty when all ran
 */
public record NotebookRun(Notebook notebook, int cellsRun, Optional<Failure> failure) {

    /**
     * The cell that ended the run.
     *
     * @param number its place in the notebook, from 1
     * @param executionCount its number in {@code In[n]}
     * @param cell the cell
     * @param error what went wrong
     */
    public record Failure(int number, int executionCount, Cell cell, CellError error) {
        /** Where and what, in one line: {@code cell 5, In[3], line "x.foo()": NullPointerException: ...}. */
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

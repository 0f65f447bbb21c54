// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;

/** What runs the cells. */
public interface CellRunner {
    /**
     * Runs a cell.
     *
     * @param code its source, magics among it
     * @param executionCount its number
     * @param output takes what it prints and shows
     */
    CellResult run(String code, int executionCount, CellOutput output);

    /** A value in all the forms a notebook shows it. */
    MimeBundle render(Object value);
}

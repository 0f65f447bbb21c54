// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import org.etude.notebook.eval.CellResult;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;

/** Runs cells. */
public interface CellRunner {
    /**
     * Runs a cell.
     *
     * @param code its source, including magics
     * @param executionCount its number
     * @param output receives what it prints and shows
     */
    CellResult run(String code, int executionCount, CellOutput output);

    /** Renders a value in all forms that a notebook shows. */
    MimeBundle render(Object value);
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.List;

/**
 * An error of a cell, in the form of a notebook file.
 *
 * @param name the class of the exception, or the kind of error
 * @param value its message
 * @param traceback lines for display
 */
public record CellError(String name, String value, List<String> traceback) {
    /** Copies the lines. */
    public CellError {
        traceback = List.copyOf(traceback);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.error;

import java.util.List;

/**
 * What went wrong in a cell, as a notebook file writes it.
 *
 * @param name the class of the exception, or what kind of trouble it is
 * @param value its message
 * @param traceback lines for people
 */
public record CellError(String name, String value, List<String> traceback) {
    /** Copies the lines. */
    public CellError {
        traceback = List.copyOf(traceback);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

/** Unwinds a cell that is to stop. An error, so that few handlers catch it; those that do reach the next check. */
final class CellStop extends Error {
    CellStop() {
        super("the cell was interrupted", null, false, false);
    }
}

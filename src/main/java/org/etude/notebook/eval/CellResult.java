// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.List;
import java.util.Optional;
import org.etude.notebook.error.CellDiagnostic;
import org.etude.notebook.error.CellError;

/** How a cell ended. */
public sealed interface CellResult {
    /** Whether the whole cell ran. */
    default boolean ok() {
        return this instanceof Ok;
    }

    /** The error as a notebook shows it; empty if the cell succeeded. */
    Optional<CellError> error();

    /**
     * The cell ran.
     *
     * @param value the value of its last expression, if it is shown: not null, not void, and without a closing
     *     semicolon
     */
    record Ok(Optional<Object> value) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.empty();
        }
    }

    /**
     * The cell threw an exception.
     *
     * @param thrown the exception
     * @param shown its readable form, with the lines of cells
     */
    record Failed(Throwable thrown, CellError shown) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.of(shown);
        }
    }

    /**
     * The compiler rejected a part of the cell; the parts before it ran.
     *
     * @param diagnostics all diagnostics of that part
     * @param shown their readable form
     */
    record Rejected(List<CellDiagnostic> diagnostics, CellError shown) implements CellResult {
        /** Copies the list. */
        public Rejected {
            diagnostics = List.copyOf(diagnostics);
        }

        @Override
        public Optional<CellError> error() {
            return Optional.of(shown);
        }
    }

    /**
     * The user stopped the cell.
     *
     * @param abandoned the code ignored the interrupt; its thread was abandoned and ends when it next reaches the
     *     cell's code
     * @param shown the readable form: where it was
     */
    record Interrupted(boolean abandoned, CellError shown) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.of(shown);
        }
    }

    /**
     * The cell did not start, because one before it failed or the kernel is shutting down.
     *
     * @param shown the reason
     */
    record Aborted(CellError shown) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.of(shown);
        }
    }
}

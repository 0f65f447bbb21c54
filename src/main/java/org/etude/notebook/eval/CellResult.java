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

    /** What went wrong, as a notebook shows it; empty when all is well. */
    Optional<CellError> error();

    /**
     * The cell ran.
     *
     * @param value of its last expression, when that shows something: not null, not void, and without a closing semicolon
     */
    record Ok(Optional<Object> value) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.empty();
        }
    }

    /**
     * The cell threw.
     *
     * @param thrown what it threw
     * @param shown the same for people, with the lines of cells
     */
    record Failed(Throwable thrown, CellError shown) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.of(shown);
        }
    }

    /**
     * The compiler refused a part of the cell; what stands before that part ran.
     *
     * @param diagnostics all of that part
     * @param shown the same for people
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
     * @param abandoned the code did not heed; its thread was left behind and ends where it next meets the cell's code
     * @param shown the same for people: where it stood
     */
    record Interrupted(boolean abandoned, CellError shown) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.of(shown);
        }
    }

    /**
     * The cell did not start, because one before it failed or the kernel is going down.
     *
     * @param shown why
     */
    record Aborted(CellError shown) implements CellResult {
        @Override
        public Optional<CellError> error() {
            return Optional.of(shown);
        }
    }
}

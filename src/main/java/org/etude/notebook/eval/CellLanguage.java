// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.Optional;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.complete.Inspection;

/** A language extension of cells besides Java. Found by {@link java.util.ServiceLoader}; the first one is used. */
public interface CellLanguage {
    /** Whether code contains parts in this language. */
    boolean handles(String code);

    /** Runs such code, calling {@link CellCode#run} for its Java parts. */
    CellResult run(String code, CellEvaluator evaluator, CellCode cell);

    /**
     * The Java parts of such code at their original positions, the rest blank: for completion and inspection of Java.
     */
    String javaOnly(String code);

    /** Completions when the cursor is in this language; empty when it is in Java. */
    Optional<Completions> complete(String code, int cursor);

    /** An explanation when the cursor is in this language; empty when it is in Java. */
    Optional<Inspection> inspect(String code, int cursor);
}

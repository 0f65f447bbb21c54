// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.Optional;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.complete.Inspection;

/** What cells may hold besides Java. Found by {@link java.util.ServiceLoader}; the first one counts. */
public interface CellLanguage {
    /** Whether code holds something of this language. */
    boolean handles(String code);

    /** Runs such code, calling {@link CellCode#run} for its Java parts. */
    CellResult run(String code, CellEvaluator evaluator, CellCode cell);

    /** The Java of such code, every char where it was, the rest blank: for completion and inspection of Java. */
    String javaOnly(String code);

    /** Completions where the cursor stands in this language; empty where it stands in Java. */
    Optional<Completions> complete(String code, int cursor);

    /** An explanation where the cursor stands in this language; empty where it stands in Java. */
    Optional<Inspection> inspect(String code, int cursor);
}

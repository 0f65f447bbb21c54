// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import org.etude.notebook.eval.CellResult;

/** One magic. */
interface Magic {
    /** Without the percent sign. */
    String name();

    /** The call, for help: {@code %maven GROUP:ARTIFACT:VERSION ...}. */
    String usage();

    /** What it does, in a sentence. */
    String summary();

    /** Whether its arguments are Java. */
    default boolean takesJava() {
        return false;
    }

    /** Whether its arguments are files. */
    default boolean takesFiles() {
        return false;
    }

    /** Does it. */
    CellResult run(MagicCall call);
}

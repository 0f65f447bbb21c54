// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import org.etude.notebook.eval.CellResult;

/** One magic. */
interface Magic {
    /** The name, without the percent sign. */
    String name();

    /** The usage line for help: {@code %maven GROUP:ARTIFACT:VERSION ...}. */
    String usage();

    /** Its description, in a sentence. */
    String summary();

    /** Whether its arguments are Java. */
    default boolean takesJava() {
        return false;
    }

    /** Whether its arguments are files. */
    default boolean takesFiles() {
        return false;
    }

    /** Runs the magic. */
    CellResult run(MagicCall call);
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import org.etude.report.EtudeException;

/** Thrown when a trace cannot be read or a run cannot be finished. */
public final class TrioSimException extends EtudeException {
    private final Reason reason;

    /** Why there is no result. */
    public enum Reason {
        /** A file is missing or has a value that cannot be used. */
        INPUT,
        /** A setting is invalid for this trace or in combination with others. */
        SETTING,
        /** A GPU's memory cannot hold what an operator needs. */
        OUT_OF_MEMORY,
        /** Operators wait for something that never comes; only possible under the original's rules (compat). */
        DEADLOCK
    }

    /** Creates the exception; see {@link EtudeException}. */
    public TrioSimException(Reason reason, String what, String advice) {
        super(what, advice);
        this.reason = reason;
    }

    /** Why there is no result. */
    public Reason reason() {
        return reason;
    }
}

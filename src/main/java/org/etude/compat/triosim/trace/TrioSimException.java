// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import org.etude.report.EtudeException;

/** A trace that cannot be read, or a run that cannot be finished. */
public final class TrioSimException extends EtudeException {
    private final Reason reason;

    /** Why there is no result. */
    public enum Reason {
        /** A file is missing or has a value that cannot be used. */
        INPUT,
        /** A setting has no meaning for this trace or with the others. */
        SETTING,
        /** A GPU's memory cannot hold what an operator needs. */
        OUT_OF_MEMORY,
        /** Operators wait for something that never comes; only the original's rules (compat) lead there. */
        DEADLOCK
    }

    /** Makes an error; see {@link EtudeException}. */
    public TrioSimException(Reason reason, String what, String advice) {
        super(what, advice);
        this.reason = reason;
    }

    /** Why there is no result. */
    public Reason reason() {
        return reason;
    }
}

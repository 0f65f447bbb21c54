// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.EtudeException;

/** A workload that cannot be generated or read. */
public final class LlmException extends EtudeException {
    /** Makes an error; see {@link EtudeException}. */
    public LlmException(String what, String advice) {
        super(what, advice);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/** A model, or a workload of one, that cannot be generated or read. */
@Internal
public final class LlmException extends WorkloadException {
    /** Creates an error; see {@link org.etude.report.EtudeException}. */
    public LlmException(String what, String advice) {
        super(what, advice);
    }
}

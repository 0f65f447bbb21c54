// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import org.etude.report.Internal;
import org.etude.spec.WorkloadException;

/** Measured rows, or a plan search, that cannot be used. */
@Internal
public final class PlanException extends WorkloadException {
    private static final long serialVersionUID = 1L;

    /** What is wrong and what to do. */
    public PlanException(String what, String advice) {
        super(what, advice);
    }
}

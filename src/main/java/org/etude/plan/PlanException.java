// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import org.etude.report.EtudeException;

/** Measured rows or a search that cannot be used. */
public final class PlanException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong and what to do. */
    public PlanException(String what, String advice) {
        super(what, advice);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import org.etude.report.EtudeException;

/** Thrown when SimAI's models cannot run a workload. */
public final class SimAiException extends EtudeException {
    /** Creates the exception; see {@link EtudeException}. */
    public SimAiException(String what, String advice) {
        super(what, advice);
    }
}

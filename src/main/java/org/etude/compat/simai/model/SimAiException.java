// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import org.etude.report.EtudeException;

/** A workload that SimAI's models cannot run. */
public final class SimAiException extends EtudeException {
    /** Makes an error; see {@link EtudeException}. */
    public SimAiException(String what, String advice) {
        super(what, advice);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.EtudeException;

/** A workload that cannot be generated, read, scaled or planned as requested. */
public class WorkloadException extends EtudeException {
    /** Creates an error; see {@link EtudeException}. */
    public WorkloadException(String what, String advice) {
        super(what, advice);
    }
}

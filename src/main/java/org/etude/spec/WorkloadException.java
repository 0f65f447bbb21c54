// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.EtudeException;
import org.etude.report.Internal;

/** A workload that cannot be generated, read, scaled or planned as requested. */
@Internal
public class WorkloadException extends EtudeException {
    /** Creates an error; see {@link EtudeException}. */
    public WorkloadException(String what, String advice) {
        super(what, advice);
    }
}

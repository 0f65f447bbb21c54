package org.etude.workload.llm;

import org.etude.report.EtudeException;

/** A workload that cannot be generated or read. */
public final class WorkloadException extends EtudeException {
    /** Makes an error; see {@link EtudeException}. */
    public WorkloadException(String what, String advice) {
        super(what, advice);
    }
}

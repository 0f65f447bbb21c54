// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

/**
 * The error that users see: one sentence on what is wrong and where, one on what to do, and detail rows on request.
 * Every stage throws its own subclass.
 */
public class EtudeException extends RuntimeException {
    private final transient Report details;

    /**
     * Creates an error.
     *
     * @param what what is wrong and where: file, line or byte offset, rank, field, what was found
     * @param advice what to do about it
     */
    public EtudeException(String what, String advice) {
        this(what, advice, Report.empty(), null);
    }

    /**
     * Creates an error with details and a cause.
     *
     * @param details further details; may be empty
     * @param cause the underlying exception, or null
     */
    public EtudeException(String what, String advice, Report details, Throwable cause) {
        super(what + System.lineSeparator() + "  " + advice, cause);
        this.details = details;
    }

    /** Further details, one row each. */
    public Report details() {
        return details == null ? Report.empty() : details;
    }
}

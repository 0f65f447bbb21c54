// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

/**
 * The error users see: one sentence of what and where, one of what to do; rows with the rest on request. Every stage
 * throws a subclass of its own.
 */
public class EtudeException extends RuntimeException {
    private final transient Report details;

    /**
     * Makes an error.
     *
     * @param what what is wrong and where: file, line or byte offset, rank, field, what was found
     * @param advice what to do about it
     */
    public EtudeException(String what, String advice) {
        this(what, advice, Report.empty(), null);
    }

    /**
     * Makes an error with rows and a cause.
     *
     * @param details rows with further details; may be empty
     * @param cause what lies below it, or null
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

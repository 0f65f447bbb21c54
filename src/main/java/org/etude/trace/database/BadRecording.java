// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.io.IOException;

/** A profiler's file that cannot be read, with what was found and what to do. */
public final class BadRecording extends IOException {
    private static final long serialVersionUID = 1;
    private final String advice;

    /**
     * Makes one.
     *
     * @param what what was found, a clause
     * @param advice what to do, a sentence
     * @param cause what it follows from, or null
     */
    public BadRecording(String what, String advice, Throwable cause) {
        super(what, cause);
        this.advice = advice;
    }

    /** What to do. */
    public String advice() {
        return advice;
    }
}

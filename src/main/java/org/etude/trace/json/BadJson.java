// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import org.etude.trace.model.TraceException;

/** JSON that cannot be read further; caught where the file is known and converted to a {@link TraceException}. */
public final class BadJson extends RuntimeException {
    private final long offset;
    private final boolean ended;
    private final String advice;

    /**
     * Makes one.
     *
     * @param what what is wrong, a clause
     * @param offset byte in the unpacked text
     * @param ended whether the text merely ends too early
     */
    public BadJson(String what, long offset, boolean ended) {
        this(what, offset, ended, "");
    }

    private BadJson(String what, long offset, boolean ended, String advice) {
        super(what, null, false, false);
        this.offset = offset;
        this.ended = ended;
        this.advice = advice;
    }

    /** The text is in another format from its first byte. */
    public static BadJson foreign(String what, String advice) {
        return new BadJson(what, 0, false, advice);
    }

    /** What to do, or "" for the default of copying or recording again. */
    public String advice() {
        return advice;
    }

    /** Byte in the unpacked text. */
    public long offset() {
        return offset;
    }

    /** Whether the text merely ends too early. */
    public boolean ended() {
        return ended;
    }
}

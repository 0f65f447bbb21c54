package org.etude.trace;

/** JSON that cannot be read on; caught where the file is known and turned into a {@link TraceException}. */
final class BadJson extends RuntimeException {
    private final long offset;
    private final boolean ended;

    /**
     * Makes one.
     *
     * @param what what is wrong, a clause
     * @param offset byte in the unpacked text
     * @param ended whether the text just ends too early
     */
    BadJson(String what, long offset, boolean ended) {
        super(what, null, false, false);
        this.offset = offset;
        this.ended = ended;
    }

    /** Byte in the unpacked text. */
    long offset() {
        return offset;
    }

    /** Whether the text just ends too early. */
    boolean ended() {
        return ended;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

/**
 * A fault in the bytes of a record, with its position in the buffer; the reader converts it to an {@link EtException}.
 */
public final class WireFault extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int at;

    public WireFault(int at, String what) {
        this(at, what, null);
    }

    WireFault(int at, String what, Throwable cause) {
        super(what, cause, false, false);
        this.at = at;
    }

    /** Position in the buffer. */
    public int at() {
        return at;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.io.IOException;

/** Unsupported or damaged content of a pickle, with its byte offset. */
final class PickleFault extends IOException {
    private static final long serialVersionUID = 1L;

    PickleFault(long offset, String what) {
        super("byte " + offset + ": " + what);
    }
}

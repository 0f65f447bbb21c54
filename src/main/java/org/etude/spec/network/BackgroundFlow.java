// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Internal;

/**
 * A flow outside the job: it competes for links, buffers and paths, and no rank waits for it.
 *
 * @param source the sending host
 * @param destination the receiving host
 * @param bytes payload
 * @param atNanos start time in ns
 */
@Internal
public record BackgroundFlow(int source, int destination, long bytes, long atNanos) {
    /** Rejects an invalid flow. */
    public BackgroundFlow {
        if (source < 0 || destination < 0 || source == destination) {
            throw new IllegalArgumentException(
                    "a background flow goes from one host to another: " + source + " to " + destination);
        }
        if (bytes < 1 || atNanos < 0) {
            throw new IllegalArgumentException("a background flow has at least a byte and begins at 0 or later: "
                    + bytes + " bytes at " + atNanos + " ns");
        }
    }
}

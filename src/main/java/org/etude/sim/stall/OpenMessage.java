// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

/** Arrived messages of one key without a receive. */
record OpenMessage(int tag, int src, int dst, long bytes, int count) {
    OpenMessage times(int other) {
        return new OpenMessage(tag, src, dst, bytes, other);
    }
}

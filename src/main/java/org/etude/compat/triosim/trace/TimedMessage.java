// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

/**
 * A message that arrived.
 *
 * @param number its index in the order of sending, from 0
 * @param kind its purpose
 * @param from a GPU, or {@link #REMOTE}
 * @param to a GPU
 * @param microBatch its micro-batch; 0 except in pipelines
 * @param bytes its size
 * @param sent when it was sent, in s
 * @param arrived when its last byte arrived, in s
 */
public record TimedMessage(
        long number, MessageKind kind, int from, int to, int microBatch, long bytes, double sent, double arrived) {
    /** The number of the remote memory. */
    public static final int REMOTE = -1;
}

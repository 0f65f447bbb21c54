// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

/**
 * How long an all-reduce round a ring takes: 2(N-1) steps of the largest chunk.
 *
 * @param gpus N
 * @param bytesPerSecond of a link between neighbours
 * @param latency seconds per step
 */
record RingTime(int gpus, double bytesPerSecond, double latency) {
    double seconds(long bytes) {
        long chunk = bytes / gpus + bytes % gpus;
        return 2.0 * (gpus - 1) * (chunk / bytesPerSecond + latency);
    }
}

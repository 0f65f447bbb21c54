// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

/**
 * The time of a ring all-reduce: 2(N-1) steps of the largest chunk.
 *
 * @param gpus N
 * @param bytesPerSecond rate of a link between neighbours
 * @param latency seconds per step
 */
record RingTime(int gpus, double bytesPerSecond, double latency) {
    double seconds(long bytes) {
        long chunk = bytes / gpus + bytes % gpus;
        return 2.0 * (gpus - 1) * (chunk / bytesPerSecond + latency);
    }
}

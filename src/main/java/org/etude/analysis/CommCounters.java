// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import org.etude.analysis.recorded.CommCall;
import org.etude.spec.CollectiveType;

/**
 * Communication that a rank has in flight over time, recorded or simulated: the bytes of its open collectives and
 * messages, and their bus bandwidth. A call counts from the arrival of the last rank, with the mean rate of its whole
 * transfer; bus bandwidth is that of nccl-tests' PERFORMANCE.md, {@link CommCall#busFactor}.
 */
final class CommCounters {
    private static final double GIGA = 1e9;
    private static final int BITS = 8;

    private final CounterTrack bytes = new CounterTrack("bytes in flight", "bytes", 1);
    private final CounterTrack rate = new CounterTrack("bus bandwidth", "Gbit/s", GIGA);

    /**
     * Adds one call.
     *
     * @param size the larger of its input and output in bytes; a call with size 0 or unknown is ignored
     * @param from when the last rank arrived, in ns
     * @param to when it ended
     */
    void add(CollectiveType type, int ranks, long size, long from, long to) {
        if (size > 0 && to > from) {
            bytes.add(from, to, size);
            rate.add(from, to, Math.round(CommCall.busFactor(type, ranks) * size * BITS * GIGA / (to - from)));
        }
    }

    void write(ChromeTraceWriter out, int process) throws IOException {
        bytes.write(out, process);
        rate.write(out, process);
    }
}

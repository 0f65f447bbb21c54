// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.spec.CollectiveType;

/**
 * Collectives or messages of one type, size and number of ranks, over all ranks.
 *
 * @param type the type
 * @param bytes the larger of a rank's input and output; -1 when unknown
 * @param dtype element type; "" when unknown
 * @param ranks ranks of the group; -1 when unknown
 * @param open how long they were open
 * @param waiting the part of that time before the last rank arrived
 * @param transfers the rest, during which data moved; none where only calls were recorded
 */
public record CollectiveRate(
        CollectiveType type,
        long bytes,
        String dtype,
        int ranks,
        DurationStats open,
        DurationStats waiting,
        DurationStats transfers) {
    private static final Comparator<CollectiveRate> ORDER = Comparator.comparing(CollectiveRate::type)
            .thenComparingInt(CollectiveRate::ranks)
            .thenComparingLong(CollectiveRate::bytes)
            .thenComparing(CollectiveRate::dtype);

    /** Groups calls; by type, number of ranks and size. */
    public static List<CollectiveRate> of(List<CommCall> calls) {
        Map<CollectiveRate, CollectiveRate> groups = new TreeMap<>(ORDER);
        for (CommCall call : calls) {
            CollectiveRate fresh = new CollectiveRate(
                    call.type(),
                    call.bytes(),
                    call.dtype(),
                    call.groupSize(),
                    new DurationStats(),
                    new DurationStats(),
                    new DurationStats());
            CollectiveRate group = groups.computeIfAbsent(fresh, key -> key);
            group.open.add(call.nanos());
            group.waiting.add(call.waitingNanos());
            if (!call.callOnly()) {
                group.transfers.add(call.transferNanos());
            }
        }
        return new ArrayList<>(groups.values());
    }

    /** Bytes per ns of mean transfer time; NaN when bytes or time are unknown. */
    public double algorithmRate() {
        return bytes < 0 || transfers.totalNanos() == 0 ? Double.NaN : bytes / transfers.meanNanos();
    }

    /** The minimum that the links of a rank carried, in bytes per ns; NaN when bytes, time or ranks are unknown. */
    public double busRate() {
        return ranks < 1 ? Double.NaN : algorithmRate() * CommCall.busFactor(type, ranks);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongRBTreeMap;

/** A histogram of queue lengths; memory is proportional to the number of distinct lengths. */
final class QueueLengths {
    private final Long2LongRBTreeMap counts = new Long2LongRBTreeMap();
    private final DurationStats stats = new DurationStats();
    private long full;
    private long before;
    private long length;

    /** Records the length from a time on. */
    void add(long nanos, long now) {
        if (length >= LaunchQueues.FULL) {
            full += nanos - before;
        }
        before = nanos;
        length = now;
        counts.addTo(now, 1);
        stats.add(now);
    }

    LaunchQueue summary(int rank, int device, int stream) {
        return new LaunchQueue(
                rank,
                device,
                stream,
                stats.count(),
                stats.meanNanos(),
                stats.deviationNanos(),
                stats.leastNanos(),
                quantile(0.25),
                quantile(0.5),
                quantile(0.75),
                stats.mostNanos(),
                full);
    }

    /** Interpolates between the two surrounding values, like pandas and numpy. */
    private double quantile(double share) {
        double place = share * (stats.count() - 1);
        long low = (long) Math.floor(place);
        double at = value(low);
        return at + (place - low) * (value(Math.min(low + 1, stats.count() - 1)) - at);
    }

    private long value(long index) {
        long seen = 0;
        for (Long2LongMap.Entry entry : counts.long2LongEntrySet()) {
            seen += entry.getLongValue();
            if (seen > index) {
                return entry.getLongKey();
            }
        }
        return 0;
    }
}

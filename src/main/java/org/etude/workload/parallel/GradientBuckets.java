// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;

/** The buckets of one rank and step: filled while gradients become ready, sent when full. */
final class GradientBuckets {
    /** A filled bucket. */
    private record Bucket(Group group, long elements, boolean isFinal) {}

    private final GradientExchange exchange;
    private final Map<Group, Long> open = new EnumMap<>(Group.class);
    private final List<Bucket> held = new ArrayList<>();
    private final List<Bucket> sent = new ArrayList<>();
    private final LongArrayList running = new LongArrayList();
    private int count;
    private boolean finalSums;

    GradientBuckets(GradientExchange exchange) {
        this.exchange = exchange;
    }

    /** Starts a pass; in the last one of a chunk gradients are final sums, whose parameters are gathered later. */
    void begin(boolean isFinal) {
        finalSums = isFinal;
    }

    void ready(Group group, long elements, OpWriter out) {
        if (out.ranksOf(group) == 1) {
            return;
        }
        long filled = open.merge(group, elements, Long::sum);
        Bytes limit = count == 0 ? exchange.first() : exchange.bucket();
        if (Math.multiplyExact(filled, (long) exchange.gradientBytes()) >= limit.value()) {
            close(group, out);
        }
    }

    private void close(Group group, OpWriter out) {
        Bucket bucket = new Bucket(group, open.remove(group), finalSums);
        count++;
        if (exchange.overlap()) {
            send(bucket, out);
        } else {
            held.add(bucket);
        }
    }

    private void send(Bucket bucket, OpWriter out) {
        boolean whole = exchange.kind() == GradientExchange.Kind.ALL_REDUCE;
        Bytes size = new Bytes(Math.multiplyExact(bucket.elements, (long) exchange.gradientBytes()));
        Group among = bucket.group.sharedAmong(exchange.instances());
        long sum = out.overlap(
                "gradients", whole ? CollectiveType.ALL_REDUCE : CollectiveType.REDUCE_SCATTER, size, among);
        running.add(sum);
        if (bucket.isFinal) {
            sent.add(bucket);
            running.add(acrossInstances(bucket, sum, out));
        }
    }

    /**
     * Sums the shard of a bucket over the groups of copies that each hold all shards; -1 if there is only one such
     * group.
     */
    private long acrossInstances(Bucket bucket, long shareSummed, OpWriter out) {
        if (exchange.instances() == 1) {
            return -1;
        }
        long share = share(bucket, out.ranksOf(bucket.group.sharedAmong(exchange.instances())));
        out.alsoAfter(shareSummed);
        return out.overlap(
                "gradient shares",
                CollectiveType.ALL_REDUCE,
                new Bytes(Math.multiplyExact(share, (long) exchange.gradientBytes())),
                Group.REPLICA);
    }

    private static long share(Bucket bucket, int copies) {
        return (bucket.elements + copies - 1) / copies;
    }

    /** Closes open buckets at the end of a pass. */
    void flush(OpWriter out) {
        List.copyOf(open.keySet()).forEach(group -> close(group, out));
    }

    /** Makes the next op wait until all gradients are exchanged. */
    void join(OpWriter out) {
        held.forEach(bucket -> send(bucket, out));
        held.clear();
        running.forEach(out::fence);
        running.clear();
    }

    /** After an update of shards: gathers the parameters of each bucket. */
    void gather(OpWriter out) {
        if (exchange.kind() != GradientExchange.Kind.SHARDED) {
            return;
        }
        for (Bucket bucket : sent) {
            Group among = bucket.group.sharedAmong(exchange.instances());
            long share = share(bucket, out.ranksOf(among));
            out.collective(
                    "parameters",
                    CollectiveType.ALL_GATHER,
                    new Bytes(Math.multiplyExact(share, (long) exchange.parameterBytes())),
                    among);
        }
    }
}

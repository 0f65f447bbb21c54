package org.etude.workload.parallel;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.EtCommType;
import org.etude.unit.Bytes;

/** The buckets of one rank and step: filled while gradients become ready, sent when full. */
final class GradientBuckets {
    /** A bucket that was filled. */
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

    /** A pass begins; in the last one of a chunk gradients are final sums, whose parameters are gathered later. */
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
        running.add(out.overlap(
                "gradients", whole ? EtCommType.ALL_REDUCE : EtCommType.REDUCE_SCATTER, size, bucket.group));
        if (bucket.isFinal) {
            sent.add(bucket);
        }
    }

    /** Closes what is open at the end of a pass that fills these buckets. */
    void flush(OpWriter out) {
        List.copyOf(open.keySet()).forEach(group -> close(group, out));
    }

    /** The next op waits until all gradients are exchanged. */
    void join(OpWriter out) {
        held.forEach(bucket -> send(bucket, out));
        held.clear();
        running.forEach(out::fence);
        running.clear();
    }

    /** After the update, where each copy updated a share: gathers the parameters of each bucket. */
    void gather(OpWriter out) {
        if (exchange.kind() != GradientExchange.Kind.SHARDED) {
            return;
        }
        for (Bucket bucket : sent) {
            int copies = out.ranksOf(bucket.group);
            long share = (bucket.elements + copies - 1) / copies;
            out.collective(
                    "parameters",
                    EtCommType.ALL_GATHER,
                    new Bytes(Math.multiplyExact(share, (long) exchange.parameterBytes())),
                    bucket.group);
        }
    }
}

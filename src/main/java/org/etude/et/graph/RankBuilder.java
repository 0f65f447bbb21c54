// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Builds one rank's trace node by node: {@code r.compute("forward", us(100)).allReduce("gradients", mib(25))}. A node
 * depends on the previous one unless {@link #after} names others by the ids that {@link #last} returns. Ids count from
 * 0. Bytes of a collective are a rank's buffer, as in Chakra's comm_size.
 */
public final class RankBuilder {
    private static final long[] NONE = {};
    private static final long PS_PER_US = 1_000_000;
    private static final long PS_PER_NS = 1_000;

    private final int rank;
    private final int ranks;
    private final EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
    private boolean askedForRank;
    private long next;
    private long[] deps = NONE;

    /** Starts the trace of one rank of a job. */
    @Internal
    public RankBuilder(int rank, int ranks) {
        this.rank = rank;
        this.ranks = ranks;
    }

    /** The rank whose trace this is. */
    public int rank() {
        askedForRank = true;
        return rank;
    }

    /** The number of ranks of the job. */
    public int ranks() {
        return ranks;
    }

    /** Whether the trace may depend on the rank. */
    public boolean dependsOnRank() {
        return askedForRank;
    }

    /** The id of the node written last, or -1 before the first. */
    public long last() {
        return next - 1;
    }

    /** Makes the next node depend on these instead of the last one; without ids it can start at once. */
    public RankBuilder after(long... ids) {
        for (long id : Given.value(ids, "the nodes before the next one")) {
            if (id < 0 || id >= next) {
                throw new EtException(
                        "rank " + rank + ": a node cannot follow node " + id + ", only 0 to " + (next - 1)
                                + " are written",
                        "Call last() right after the node to get its id.");
            }
        }
        deps = ids.clone();
        return this;
    }

    /** GPU work of a known time. */
    public RankBuilder compute(String name, Time time) {
        return timed(name, false, time);
    }

    /** Host work of a known time. */
    public RankBuilder host(String name, Time time) {
        return timed(name, true, time);
    }

    /** GPU work timed by the roofline model: floating-point operations, and bytes to and from memory. */
    public RankBuilder compute(String name, long operations, Bytes tensor) {
        return add(node(name, EtNodeType.COMP)
                .withAttributes(List.of(
                        EtAttribute.bool(EtNames.IS_CPU_OP, false),
                        EtAttribute.int64(EtNames.NUM_OPS, Given.atLeast(0L, operations, "the number of operations")),
                        EtAttribute.uint64(
                                EtNames.TENSOR_SIZE,
                                Given.value(tensor, "the size of the tensor").value()))));
    }

    private RankBuilder timed(String name, boolean host, Time time) {
        long micros = Given.value(time, "the time of " + name).picoseconds() / PS_PER_US;
        List<EtAttribute> attributes = new ArrayList<>(List.of(EtAttribute.bool(EtNames.IS_CPU_OP, host)));
        if (time.picoseconds() % PS_PER_US != 0) {
            attributes.add(EtAttribute.int64(EtNames.DURATION_NS, Math.round(time.picoseconds() / (double) PS_PER_NS)));
        }
        return add(node(name, EtNodeType.COMP).withDurationMicros(micros).withAttributes(attributes));
    }

    /** An all-reduce of all ranks. */
    public RankBuilder allReduce(String name, Bytes size) {
        return collective(name, CollectiveType.ALL_REDUCE, size);
    }

    /** An all-gather of all ranks; the size is one rank's contribution. */
    public RankBuilder allGather(String name, Bytes size) {
        return collective(name, CollectiveType.ALL_GATHER, size);
    }

    /** A reduce-scatter of all ranks. */
    public RankBuilder reduceScatter(String name, Bytes size) {
        return collective(name, CollectiveType.REDUCE_SCATTER, size);
    }

    /** An all-to-all of all ranks. */
    public RankBuilder allToAll(String name, Bytes size) {
        return collective(name, CollectiveType.ALL_TO_ALL, size);
    }

    /** Any collective of all ranks. */
    public RankBuilder collective(String name, CollectiveType type, Bytes size) {
        return add(node(name, EtNodeType.COMM_COLL).withAttributes(comm(type, size)));
    }

    /** A collective of the communicator group of this number. */
    public RankBuilder collective(String name, CollectiveType type, Bytes size, int group) {
        List<EtAttribute> attributes = new ArrayList<>(comm(type, size));
        attributes.add(EtAttribute.string(EtNames.PG_NAME, Integer.toString(Given.atLeast(0, group, "the group"))));
        return add(node(name, EtNodeType.COMM_COLL).withAttributes(attributes));
    }

    private static List<EtAttribute> comm(CollectiveType type, Bytes size) {
        return List.of(
                EtAttribute.bool(EtNames.IS_CPU_OP, false),
                EtAttribute.int64(
                        EtNames.COMM_TYPE,
                        Given.value(type, CollectiveType.class, "the collective")
                                .number()),
                EtAttribute.int64(
                        EtNames.COMM_SIZE, Given.value(size, "the size").value()));
    }

    /** A message to another rank; it matches a {@link #receive} of the same size and tag there. */
    public RankBuilder send(String name, int to, Bytes size, int tag) {
        return message(name, EtNodeType.COMM_SEND, rank(), to, size, tag);
    }

    /** A message from another rank. */
    public RankBuilder receive(String name, int from, Bytes size, int tag) {
        return message(name, EtNodeType.COMM_RECV, from, rank(), size, tag);
    }

    private RankBuilder message(String name, EtNodeType type, int from, int to, Bytes size, int tag) {
        requireRank(name, from);
        requireRank(name, to);
        Given.atLeast(0, tag, "the tag of " + name);
        return add(node(name, type)
                .withAttributes(List.of(
                        EtAttribute.bool(EtNames.IS_CPU_OP, false),
                        EtAttribute.int32(EtNames.COMM_SRC, from),
                        EtAttribute.int32(EtNames.COMM_DST, to),
                        EtAttribute.int64(
                                EtNames.COMM_SIZE, Given.value(size, "the size").value()),
                        EtAttribute.int32(EtNames.COMM_TAG, tag))));
    }

    private void requireRank(String name, int peer) {
        if (peer < 0 || peer >= ranks) {
            throw new EtException(
                    "rank " + rank + ": the message " + name + " names rank " + peer,
                    "Ranks are 0 to " + (ranks - 1) + ".");
        }
    }

    private EtNode node(String name, EtNodeType type) {
        return EtNode.of(next, Given.value(name, "the name of a node"), type).withDataDeps(deps);
    }

    private RankBuilder add(EtNode node) {
        graph.add(node);
        deps = new long[] {next++};
        return this;
    }

    /** The trace. */
    @Internal
    public EtGraph build() {
        return graph.build();
    }

    @Override
    public String toString() {
        return "rank " + rank + " of " + ranks;
    }
}

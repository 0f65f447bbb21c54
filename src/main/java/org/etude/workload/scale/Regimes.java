// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Given;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.spec.GradientSync;
import org.etude.spec.TransformerSpec;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Generates workloads with known communication, the regimes in which topologies are compared. All ranks of one group
 * share a graph. Sizes are rounded up to multiples of 4, the usual number of chunks.
 */
public final class Regimes {
    private static final int CHUNKS = 4;
    private static final long FIRST_BUCKET = 1L << 20;
    private static final int NS_PER_US = 1000;

    private Regimes() {}

    /**
     * Collectives concurrent with and independent of computation: a step in which communication is hidden as far as
     * possible. The published two-GPU traces behave this way: their step equals their computation to the cycle.
     *
     * @param ranks number of ranks
     * @param compute time of computation, split evenly between the collectives
     * @param type what is communicated
     * @param sizes bytes of each collective, in order
     */
    public static EtSet overlapping(int ranks, Time compute, CollectiveType type, List<Long> sizes) {
        long total = compute.picoseconds() / NS_PER_US;
        EtGraphBuilder builder = builder();
        int pieces = Math.max(1, sizes.size());
        long done = 0;
        for (int i = 0; i < pieces; i++) {
            long end = total * (i + 1) / pieces;
            builder.add(computation(i + 1, "compute " + i, end - done, i == 0 ? new long[0] : new long[] {i}));
            done = end;
        }
        for (int i = 0; i < sizes.size(); i++) {
            builder.add(collective(pieces + 1L + i, type, sizes.get(i), ""));
        }
        return set(
                type.name().toLowerCase(Locale.ROOT),
                Collections.nCopies(Given.atLeast(1, ranks, "the number of ranks"), builder.build()));
    }

    /** Collectives one by one and nothing else. */
    public static EtSet only(int ranks, CollectiveType type, List<Long> sizes) {
        EtGraphBuilder builder = builder();
        for (int i = 0; i < sizes.size(); i++) {
            builder.add(collective(i + 1, type, sizes.get(i), ""));
        }
        return set(
                type.name().toLowerCase(Locale.ROOT),
                Collections.nCopies(Given.atLeast(1, ranks, "the number of ranks"), builder.build()));
    }

    /** Equal sizes with this total. */
    public static List<Long> equal(Bytes total, int count) {
        if (count < 1) {
            throw new WorkloadException(total + " in " + count + " buckets", "Give 1 or more.");
        }
        return Collections.nCopies(count, fitted((total.value() + count - 1) / count));
    }

    /** PyTorch's buckets of a total: a first one of 1 MiB, then 25 MiB each, then the rest. */
    public static List<Long> pytorchBuckets(Bytes total) {
        List<Long> sizes = new ArrayList<>();
        long left = total.value();
        long bucket = FIRST_BUCKET;
        while (left > 0) {
            sizes.add(fitted(Math.min(bucket, left)));
            left -= bucket;
            bucket = GradientSync.PYTORCH_BUCKET.value();
        }
        return sizes;
    }

    private static long fitted(long size) {
        return (size + CHUNKS - 1) / CHUNKS * CHUNKS;
    }

    /** The traces of a {@link TransformerSpec}: tensor groups of adjacent ranks, gradient groups across them. */
    public static EtSet transformer(TransformerSpec model) {
        int tensor = model.tensor();
        int data = model.data();
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int k = 0; k < data; k++) {
            int first = k * tensor;
            groups.put(1 + k, IntStream.range(first, first + tensor).boxed().toList());
        }
        for (int t = 0; t < tensor; t++) {
            int first = t;
            groups.put(
                    1 + data + t,
                    IntStream.range(0, data).mapToObj(k -> first + k * tensor).toList());
        }
        EtGraph one = layers(model);
        TreeMap<Integer, EtGraph> byTensorRank = new TreeMap<>();
        List<EtGraph> ranks = new ArrayList<>();
        List<Long> sizes = model.gradients().sizes(tensor, CHUNKS);
        for (int rank = 0; rank < tensor * data; rank++) {
            EtGraph base = byTensorRank.computeIfAbsent(
                    rank % tensor, t -> new GradientNodes(one, data > 1 ? sizes : List.of())
                            .append(Integer.toString(1 + data + t), new ScaleLog()));
            String group = Integer.toString(1 + rank / tensor);
            ranks.add(EtGraphEdit.of(base)
                    .texts(EtNames.PG_NAME, (node, name) -> name.equals("1") ? group : name)
                    .build());
        }
        Finding made = new Finding(
                Level.INFO,
                "build",
                -1,
                "",
                model.layers() + " layers on " + tensor + " x " + data + " ranks, " + sizes.size()
                        + " gradient buckets",
                "made from the model's sizes, not recorded",
                "gradients do not overlap with the way back");
        return new EtSet("transformer", ranks, CommGroups.of(groups), Report.of(List.of(made)));
    }

    private static EtGraph layers(TransformerSpec model) {
        EtGraphBuilder builder = builder();
        long ns = model.layerCompute().picoseconds() / NS_PER_US;
        long id = 1;
        for (int pass = 0; pass < 2 * model.layers(); pass++) {
            boolean back = pass >= model.layers();
            String name = (back ? "backward " : "forward ") + (back ? 2 * model.layers() - 1 - pass : pass);
            for (String part : List.of(" attention", " mlp")) {
                long[] after = id == 1 ? new long[0] : new long[] {id - 1};
                builder.add(computation(id, name + part, back ? ns : ns / 2, after));
                builder.add(collective(
                                id + 1,
                                CollectiveType.ALL_REDUCE,
                                fitted(model.activationBytes().value()),
                                "1")
                        .withDataDeps(id));
                id += 2;
            }
        }
        return builder.build();
    }

    private static EtGraphBuilder builder() {
        return new EtGraphBuilder("0.0.4", List.of());
    }

    private static EtNode computation(long id, String name, long ns, long... after) {
        return EtNode.of(
                        id,
                        name,
                        EtNodeType.COMP,
                        EtAttribute.bool(EtNames.IS_CPU_OP, false),
                        EtAttribute.int64(EtNames.DURATION_NS, ns))
                .withDurationMicros(ns / NS_PER_US)
                .withDataDeps(after);
    }

    private static EtNode collective(long id, CollectiveType type, long bytes, String group) {
        List<EtAttribute> attributes = new ArrayList<>(List.of(
                EtAttribute.bool(EtNames.IS_CPU_OP, false),
                EtAttribute.int64(EtNames.COMM_TYPE, type.number()),
                EtAttribute.int64(EtNames.COMM_SIZE, bytes)));
        if (!group.isEmpty()) {
            attributes.add(EtAttribute.string(EtNames.PG_NAME, group));
        }
        return EtNode.of(id, type.name().toLowerCase(Locale.ROOT) + " " + id, EtNodeType.COMM_COLL)
                .withAttributes(attributes);
    }

    private static EtSet set(String name, List<EtGraph> ranks) {
        if (ranks.isEmpty()) {
            throw new WorkloadException("a workload without ranks", "Give at least one.");
        }
        return new EtSet(name, ranks, CommGroups.none(), Report.empty());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.spec.CollectiveType;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.Parallelism;

/**
 * Derives the network of a parallelized step from measured costs: one dimension per kind of group of more than one
 * rank, tensor groups fastest, so that no collective crosses two. The total time of all collectives of a dimension is
 * as measured.
 */
final class CalibratedNetwork {
    private static final String ALL_REDUCE = "all_reduce";
    private static final String MESSAGE = "sendrecv";

    private final EtSet set;
    private final Parallelism ranks;
    private final CommunicationCosts costs;
    private final LongList tensor = new LongArrayList();
    private final LongList data = new LongArrayList();
    private final LongList messages = new LongArrayList();

    private CalibratedNetwork(EtSet set, Parallelism ranks, CommunicationCosts costs) {
        this.set = set;
        this.ranks = ranks;
        this.costs = costs;
        for (int stage = 0; stage < ranks.pp(); stage++) {
            gather(set.ranks().get(ranks.rank(0, 0, stage)));
        }
    }

    private void gather(EtGraph graph) {
        for (int node = 0; node < graph.size(); node++) {
            long bytes = graph.integer(node, EtNames.COMM_SIZE, 0);
            if (graph.type(node).isMessage()) {
                messages.add(bytes);
            } else if (graph.type(node) == EtNodeType.COMM_COLL
                    && CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1))
                            == CollectiveType.ALL_REDUCE) {
                (ofTensors(graph.string(node, EtNames.PG_NAME, "")) ? tensor : data).add(bytes);
            }
        }
    }

    /** The dimensions, fastest first; none for one rank. */
    static List<CalibratedDim> of(EtSet set, Parallelism ranks, CommunicationCosts costs) {
        return new CalibratedNetwork(set, ranks, costs).dims();
    }

    private List<CalibratedDim> dims() {
        List<CalibratedDim> dims = new ArrayList<>();
        add(dims, "tensor", ranks.tp(), ALL_REDUCE, tensor);
        add(dims, "data", ranks.dp(), ALL_REDUCE, data);
        add(dims, CalibratedDim.PIPELINE, ranks.pp(), MESSAGE, messages);
        return dims;
    }

    /** Ranks of tensor groups are adjacent; copies are tp ranks apart. */
    private boolean ofTensors(String group) {
        if (ranks.tp() == 1 || group.isEmpty()) {
            return ranks.tp() > 1 && ranks.dp() == 1;
        }
        List<Integer> members = set.groups().groups().get(Integer.parseInt(group));
        return members.get(1) - members.get(0) == 1;
    }

    private void add(List<CalibratedDim> dims, String name, int size, String type, LongList sizes) {
        if (size > 1) {
            long mean = sizes.isEmpty()
                    ? 0
                    : Math.round(sizes.longStream().average().orElse(0));
            int group = type.equals(MESSAGE) ? 2 : size;
            dims.add(new CalibratedDim(name, size, sizes.size(), mean, cost(name, type, group, sizes, mean)));
        }
    }

    /** The rate near the mean size, and a start-up time with which the total is as measured. */
    private CommunicationCosts.Cost cost(String name, String type, int group, LongList sizes, long mean) {
        CommunicationCosts.Cost near = costs.cost(ranks, name, type, group, mean);
        if (sizes.isEmpty()) {
            return near;
        }
        double all = sizes.longStream()
                .mapToDouble(
                        bytes -> costs.cost(ranks, name, type, group, bytes).micros(bytes))
                .sum();
        double bytes = sizes.longStream().sum();
        double start = (all - bytes * near.usPerByte()) / sizes.size();
        return start >= 0
                ? new CommunicationCosts.Cost(start, near.usPerByte(), near.evidence())
                : new CommunicationCosts.Cost(0, all / bytes, near.evidence());
    }
}

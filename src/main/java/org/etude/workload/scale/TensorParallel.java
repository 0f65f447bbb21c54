// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.spec.GradientSync;
import org.etude.spec.ScaleSettings;

/**
 * Turns the ranks of a job into one tensor-parallel group: collectives of the whole job get their own group, and
 * gradient all-reduces between the future replicas are appended.
 */
final class TensorParallel {
    private final EtSet set;
    private final int degree;
    private final int replicas;
    private final int group;

    /** @param set the traces of one group, {@code degree} ranks */
    TensorParallel(EtSet set, int replicas) {
        this.set = set;
        degree = set.ranks().size();
        this.replicas = replicas;
        int highest = 0;
        for (int number : set.groups().groups().keySet()) {
            highest = Math.max(highest, number);
        }
        group = highest + 1;
    }

    /** The highest group number assigned: the tensor group, then one gradient group per rank. */
    int lastGroup() {
        return group + degree;
    }

    /** The traces of one group, with named collectives and appended gradients (unless null). */
    EtSet confined(GradientSync gradients, ScaleSettings settings, ScaleLog log) {
        Map<Integer, List<Integer>> groups = new TreeMap<>(set.groups().groups());
        groups.put(group, IntStream.range(0, degree).boxed().toList());
        List<EtGraph> graphs = SharedGraphs.edit(set.ranks(), this::named);
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < degree; rank++) {
            ranks.add(
                    gradients == null
                            ? graphs.get(rank)
                            : new GradientNodes(graphs.get(rank), gradients.sizes(degree, settings.splits()))
                                    .append(Integer.toString(group + 1 + rank), rank == 0 ? log : new ScaleLog()));
        }
        return new EtSet(set.prefix(), ranks, CommGroups.of(groups), set.report());
    }

    /** Adds the gradient groups: the same rank of every replica. */
    EtSet withGradientGroups(EtSet replicated) {
        Map<Integer, List<Integer>> groups = new TreeMap<>(replicated.groups().groups());
        for (int rank = 0; rank < degree; rank++) {
            int first = rank;
            groups.put(
                    group + 1 + rank,
                    IntStream.range(0, replicas)
                            .mapToObj(k -> first + k * degree)
                            .toList());
        }
        return new EtSet(replicated.prefix(), replicated.ranks(), CommGroups.of(groups), replicated.report());
    }

    private EtGraph named(EtGraph graph) {
        EtGraphBuilder builder = new EtGraphBuilder(graph.version(), graph.metadata());
        for (int node = 0; node < graph.size(); node++) {
            boolean whole = graph.type(node) == EtNodeType.COMM_COLL
                    && SharedGraphs.group(graph, node).isEmpty();
            if (whole) {
                builder.add(inGroup(graph.node(node)));
            } else {
                builder.add(graph, node, graph.ctrlDeps(node), graph.dataDeps(node));
            }
        }
        return builder.build();
    }

    private EtNode inGroup(EtNode node) {
        List<EtAttribute> attributes = new ArrayList<>(node.attributes());
        attributes.removeIf(attribute -> attribute.name().equals(EtNames.PG_NAME));
        attributes.add(EtAttribute.string(EtNames.PG_NAME, Integer.toString(group)));
        return node.withAttributes(attributes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;
import org.etude.spec.SimulationException;
import org.etude.spec.WhatIf;
import org.etude.trace.activity.Activity;
import org.etude.workload.scale.NodeClass;

/**
 * Scales the cost of some nodes by a factor: durations, operations and tensor bytes of a roofline, bytes of
 * collectives. With factor 0, a collective becomes a node that neither moves data nor waits for other ranks; it still
 * takes its turn.
 *
 * @param what the requested change
 * @param selector selects the nodes
 * @param factor the factor, 0 or more
 */
record NodeChange(String what, NodeSelector selector, double factor) {
    /** Selects nodes. */
    @FunctionalInterface
    interface NodeSelector {
        boolean holds(EtGraph graph, int node);
    }

    static NodeChange of(WhatIf.NodeChange asked) {
        NodeSelector selector =
                switch (asked.work()) {
                    case COMPUTE -> (graph, node) -> graph.type(node) == EtNodeType.COMP && !graph.isCpuOp(node);
                    case HOST -> (graph, node) -> graph.type(node) == EtNodeType.COMP && graph.isCpuOp(node);
                    case COLLECTIVES -> (graph, node) -> graph.type(node) == EtNodeType.COMM_COLL;
                    case KIND -> (graph, node) -> NodeClass.of(graph, node) == asked.kind();
                    case NAME -> named(asked.name());
                };
        return new NodeChange(asked.what(), selector, asked.factor());
    }

    private static NodeSelector named(String name) {
        Pattern pattern = Pattern.compile(
                Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.DOTALL);
        return (graph, node) -> pattern.matcher(graph.name(node)).matches();
    }

    /** Sets communication that keeps its recorded time, such as a kernel of unknown size, to zero time. */
    static NodeChange ofFixedTransfers() {
        String transfer = Activity.TRANSFER.text();
        return new NodeChange(
                "transfers of fixed time",
                (graph, node) -> graph.type(node) == EtNodeType.COMP
                        && graph.string(node, EtNames.ACTIVITY, "").equals(transfer),
                0);
    }

    /**
     * The changed graphs; ranks that share a graph still share it.
     *
     * @throws SimulationException when no node matches
     */
    List<EtGraph> apply(List<EtGraph> graphs) {
        List<EtGraph> changed = applied(graphs);
        if (changed.equals(graphs)) {
            throw new SimulationException(
                    what + ": no node of the workload matches",
                    "Take a name from sim.ops(); * matches any characters.");
        }
        return changed;
    }

    /** The changed graphs, even if no node matches. */
    List<EtGraph> applied(List<EtGraph> graphs) {
        Map<EtGraph, EtGraph> done = new IdentityHashMap<>();
        List<EtGraph> changed = new ArrayList<>(graphs.size());
        for (EtGraph graph : graphs) {
            Progress.checkInterrupted();
            EtGraph after = done.get(graph);
            if (after == null) {
                after = apply(graph);
                done.put(graph, after);
            }
            changed.add(after);
        }
        return changed;
    }

    private EtGraph apply(EtGraph graph) {
        boolean any = false;
        for (int node = 0; node < graph.size() && !any; node++) {
            any = selector.holds(graph, node);
        }
        if (!any) {
            return graph;
        }
        EtGraphBuilder builder = new EtGraphBuilder(graph.version(), graph.metadata());
        for (int node = 0; node < graph.size(); node++) {
            if (selector.holds(graph, node)) {
                builder.add(changed(graph, node));
            } else {
                builder.add(graph.node(node));
            }
        }
        return builder.build();
    }

    private EtNode changed(EtGraph graph, int index) {
        EtNode node = graph.node(index);
        if (node.type().isMessage()) {
            throw new SimulationException(
                    what + ": \"" + node.name() + "\" is a message, whose two ends must stay equal",
                    "Change the links it takes instead.");
        }
        if (node.type() == EtNodeType.COMM_COLL && factor == 0) {
            return new EtNode(
                    node.id(),
                    node.name(),
                    EtNodeType.INVALID,
                    node.ctrlDeps(),
                    node.dataDeps(),
                    node.startMicros(),
                    0,
                    node.inputs(),
                    node.outputs(),
                    List.of(EtAttribute.bool(EtNames.IS_CPU_OP, false)));
        }
        long nanos = Math.round(graph.integer(index, EtNames.DURATION_NS, node.durationMicros() * 1000) * factor);
        List<EtAttribute> attributes = new ArrayList<>();
        for (EtAttribute attribute : node.attributes()) {
            if (!attribute.name().equals(EtNames.DURATION_NS)) {
                attributes.add(scaled(attribute, graph.integer(index, attribute.name(), 0), node.type()));
            }
        }
        attributes.add(EtAttribute.int64(EtNames.DURATION_NS, nanos));
        return node.withDurationMicros(Math.floorDiv(nanos + 500, 1000)).withAttributes(attributes);
    }

    private EtAttribute scaled(EtAttribute attribute, long value, EtNodeType type) {
        return switch (attribute.name()) {
            case EtNames.NUM_OPS -> EtAttribute.int64(EtNames.NUM_OPS, Math.round(value * factor));
            case EtNames.TENSOR_SIZE -> EtAttribute.uint64(EtNames.TENSOR_SIZE, Math.round(value * factor));
            case EtNames.COMM_SIZE ->
                type == EtNodeType.COMM_COLL
                        ? EtAttribute.int64(EtNames.COMM_SIZE, Math.max(Math.min(1, value), Math.round(value * factor)))
                        : attribute;
            default -> attribute;
        };
    }
}

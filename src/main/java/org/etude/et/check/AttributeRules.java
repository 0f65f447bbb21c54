// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import java.util.List;
import java.util.Set;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;

/** Checks the attributes of nodes: which must exist, with which kinds, and which values ASTRA-sim can run. */
final class AttributeRules {
    private static final Set<String> INTEGERS = Set.of(
            EtNames.NUM_OPS,
            EtNames.TENSOR_SIZE,
            EtNames.COMM_TYPE,
            EtNames.COMM_SIZE,
            EtNames.COMM_SRC,
            EtNames.COMM_DST,
            EtNames.COMM_TAG,
            EtNames.COMM_PRIORITY,
            EtNames.IS_CPU_OP);

    private static final Set<CollectiveType> RUNS = Set.of(
            CollectiveType.ALL_REDUCE,
            CollectiveType.ALL_GATHER,
            CollectiveType.REDUCE_SCATTER,
            CollectiveType.ALL_TO_ALL,
            CollectiveType.BROADCAST);

    private final EtSet set;
    private final int rank;
    private final LimitedFindings rows;

    AttributeRules(EtSet set, int rank) {
        this.set = set;
        this.rank = rank;
        this.rows = new LimitedFindings(rank);
    }

    List<Finding> findings() {
        return rows.rows();
    }

    void check(EtGraph graph, int node) {
        kinds(graph, node);
        EtNodeType type = graph.type(node);
        switch (type) {
            case COMM_COLL -> collective(graph, node);
            case COMM_SEND, COMM_RECV -> message(graph, node, type == EtNodeType.COMM_SEND);
            case MEM_LOAD, MEM_STORE -> require(graph, node, EtNames.TENSOR_SIZE);
            case METADATA ->
                add(Level.ERROR, graph, node, "is a METADATA node", "ASTRA-sim aborts on them", "repair bridges it");
            case INVALID ->
                add(
                        Level.WARNING,
                        graph,
                        node,
                        "has no known type",
                        "ASTRA-sim finishes such nodes at once and may hang",
                        "repair bridges it");
            default -> { // a computation needs no attributes
            }
        }
        if (type.isComm() && graph.isCpuOp(node)) {
            add(
                    Level.ERROR,
                    graph,
                    node,
                    "a communication node with is_cpu_op true",
                    "ASTRA-sim rejects it",
                    "write is_cpu_op false");
        }
    }

    private void kinds(EtGraph graph, int node) {
        for (int k = 0; k < graph.attributeCount(node); k++) {
            EtAttribute attribute = graph.attribute(node, k);
            Kind kind = attribute.kind();
            if (INTEGERS.contains(attribute.name()) && !kind.isInteger() && kind != Kind.BOOL) {
                add(
                        Level.ERROR,
                        graph,
                        node,
                        attribute.name() + " is a " + kind,
                        "the feeder accepts integers and booleans only",
                        "write it as an integer");
            }
            if (attribute.name().equals(EtNames.INVOLVED_DIM) && kind != Kind.BOOL_LIST) {
                add(
                        Level.ERROR,
                        graph,
                        node,
                        "involved_dim is a " + kind,
                        "the feeder accepts a list of booleans only",
                        "write a list of booleans");
            }
            if (attribute.name().equals(EtNames.PG_NAME) && kind != Kind.STRING) {
                add(
                        Level.ERROR,
                        graph,
                        node,
                        "pg_name is a " + kind,
                        "the feeder accepts a string only",
                        "write a string");
            }
        }
    }

    private void collective(EtGraph graph, int node) {
        require(graph, node, EtNames.COMM_TYPE);
        require(graph, node, EtNames.COMM_SIZE);
        if (graph.has(node, EtNames.COMM_TYPE)) {
            long number = graph.integer(node, EtNames.COMM_TYPE, -1);
            CollectiveType type = CollectiveType.ofNumber(number);
            if (type == null || !RUNS.contains(type)) {
                add(
                        Level.ERROR,
                        graph,
                        node,
                        "collective " + (type == null ? "number " + number : type),
                        "ASTRA-sim cannot run this type",
                        "repair with the profile for ASTRA-sim");
            }
        }
        if (graph.has(node, EtNames.COMM_SIZE) && graph.integer(node, EtNames.COMM_SIZE, 0) <= 0) {
            add(
                    Level.WARNING,
                    graph,
                    node,
                    "comm_size " + graph.integer(node, EtNames.COMM_SIZE, 0),
                    "a collective moves bytes",
                    "ASTRA-sim raises it to one byte per rank or never returns");
        }
        group(graph, node);
    }

    private void group(EtGraph graph, int node) {
        String name = graph.string(node, EtNames.PG_NAME, "");
        if (name.isEmpty() || name.equals("0")) {
            return;
        }
        Integer id = number(name);
        if (id == null) {
            add(
                    Level.ERROR,
                    graph,
                    node,
                    "pg_name '" + name + "'",
                    "ASTRA-sim reads it as a number",
                    "renumber the groups");
        } else if (!set.groups().groups().containsKey(id)) {
            add(
                    Level.ERROR,
                    graph,
                    node,
                    "pg_name '" + name + "'",
                    "the group is not in groups.json",
                    "add the group or its file");
        } else if (!set.groups().groups().get(id).contains(rank)) {
            add(Level.ERROR, graph, node, "pg_name '" + name + "'", "this rank is not in the group", "fix groups.json");
        }
    }

    private static Integer number(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private void message(EtGraph graph, int node, boolean send) {
        require(graph, node, EtNames.COMM_SIZE);
        require(graph, node, EtNames.COMM_TAG);
        String peer = send ? EtNames.COMM_DST : EtNames.COMM_SRC;
        require(graph, node, peer);
        long own = graph.integer(node, send ? EtNames.COMM_SRC : EtNames.COMM_DST, rank);
        long other = graph.integer(node, peer, -1);
        if (own != rank) {
            add(
                    Level.ERROR,
                    graph,
                    node,
                    (send ? "comm_src " : "comm_dst ") + own,
                    "it must be the trace's own rank",
                    "write " + rank);
        }
        if (other == rank) {
            String what = send ? "sends to itself" : "receives from itself";
            add(Level.ERROR, graph, node, what, "ASTRA-sim aborts", "leave the message out");
        } else if (graph.has(node, peer) && (other < 0 || other >= set.ranks().size())) {
            add(
                    Level.ERROR,
                    graph,
                    node,
                    "the peer is rank " + other,
                    "there are " + set.ranks().size() + " ranks",
                    "fix the rank");
        }
    }

    private void require(EtGraph graph, int node, String name) {
        if (!graph.has(node, name)) {
            add(
                    Level.ERROR,
                    graph,
                    node,
                    "has no " + name,
                    "the feeder throws an exception without " + name,
                    "repair fills it in if other nodes or ranks show the value");
        }
    }

    private void add(Level level, EtGraph graph, int node, String what, String why, String effect) {
        rows.add(level, EtValidator.where(graph, node), what, why, effect);
    }
}

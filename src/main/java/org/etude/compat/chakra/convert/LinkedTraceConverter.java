// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;

/**
 * Converts a linked JSON as {@code chakra_converter PyTorch} does. In {@code compat} mode the result equals the
 * original's, defects included. Otherwise these are fixed: control dependencies on omitted nodes (which feeders reject)
 * are dropped; start times and exact durations are written; synchronisation dependencies are kept where time allows;
 * collectives whose kernel name does not give the type get it from the calling operator.
 */
public final class LinkedTraceConverter {
    private final LinkedTrace trace;
    private final boolean compat;
    private final Long2ObjectLinkedOpenHashMap<LinkedNode> nodes = new Long2ObjectLinkedOpenHashMap<>();
    private final LinkedOrder order;
    private final CommNodes comms;

    private LinkedTraceConverter(LinkedTrace trace, boolean compat) {
        this.trace = trace;
        this.compat = compat;
        for (LinkedNode node : trace.nodes()) {
            nodes.put(node.id(), node);
        }
        this.order = new LinkedOrder(nodes, compat);
        this.comms = new CommNodes(nodes, compat);
    }

    /**
     * Reads and converts.
     *
     * @throws EtException when the file is broken or a collective's type cannot be determined
     */
    public static EtGraph convert(Path linkedJson, boolean compat) {
        return new LinkedTraceConverter(LinkedTraceReader.read(linkedJson), compat).convert();
    }

    private EtGraph convert() {
        order.run();
        LongOpenHashSet kept = order.kept();
        List<LinkedNode> written = new ArrayList<>();
        for (LinkedNode node : nodes.values()) {
            if (kept.contains(node.id())) {
                written.add(node);
            }
        }
        written.sort(Comparator.comparingLong(LinkedNode::id));
        EtGraphBuilder builder = new EtGraphBuilder("", trace.metadata());
        for (int i = 0; i < written.size(); i++) {
            if ((i & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
            builder.add(node(written.get(i), kept));
        }
        EtGraph graph = builder.build();
        CycleCheck.require(graph, trace.file(), compat);
        return graph;
    }

    private EtNode node(LinkedNode node, LongOpenHashSet kept) {
        EtNodeType type = comms.type(node);
        List<EtAttribute> attributes = attributes(node);
        attributes.addAll(comms.attributes(node, type, trace.file()));
        boolean timed = !Double.isNaN(node.startMicros());
        double duration = node.name().contains("Optimizer.step") ? 0 : node.exclusiveMicros();
        if (!compat && timed) {
            attributes.add(EtAttribute.uint64(EtNames.START_NS, Math.round(node.startMicros() * 1000)));
            attributes.add(EtAttribute.uint64(EtNames.DURATION_NS, Math.round(duration * 1000)));
        }
        return new EtNode(
                node.id(),
                node.name(),
                type,
                ctrlDeps(node, kept),
                order.dataDeps(node.id()),
                !compat && timed ? (long) node.startMicros() : 0,
                (long) duration,
                node.inputs(),
                node.outputs(),
                attributes);
    }

    private long[] ctrlDeps(LinkedNode node, LongOpenHashSet kept) {
        boolean known = order.precedes(node.parent(), node.id()) && (compat || kept.contains(node.parent()));
        return known ? new long[] {node.parent()} : new long[0];
    }

    private static List<EtAttribute> attributes(LinkedNode node) {
        LinkedAttributes a = node.attributes();
        return new ArrayList<>(List.of(
                EtAttribute.int64("rf_id", a.recordFunctionId()),
                EtAttribute.int64("fw_parent", a.forwardParent()),
                EtAttribute.int64("seq_id", a.sequenceId()),
                EtAttribute.int64("scope", a.scope()),
                EtAttribute.int64("tid", a.tid()),
                EtAttribute.int64("fw_tid", a.forwardTid()),
                EtAttribute.string("op_schema", a.opSchema()),
                EtAttribute.bool(EtNames.IS_CPU_OP, !node.gpu()),
                EtAttribute.int64("stream", node.stream())));
    }
}

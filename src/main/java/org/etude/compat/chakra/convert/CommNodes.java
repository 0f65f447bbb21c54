// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;

/** Classifies the communication kernels of a linked JSON by their names and their callers' names. */
final class CommNodes {
    /** The first match wins, so the order matters. */
    private static final List<Map.Entry<String, CollectiveType>> NAMES = List.of(
            Map.entry("allreduce", CollectiveType.ALL_REDUCE),
            Map.entry("alltoall", CollectiveType.ALL_TO_ALL),
            Map.entry("allgather", CollectiveType.ALL_GATHER),
            Map.entry("reducescatter", CollectiveType.REDUCE_SCATTER),
            Map.entry("broadcast", CollectiveType.BROADCAST));

    /** Additional names of the corrected conversion; tried after {@link #NAMES} because "reduce" is part of others. */
    private static final List<Map.Entry<String, CollectiveType>> MORE_NAMES = List.of(
            Map.entry("barrier", CollectiveType.BARRIER),
            Map.entry("scatter", CollectiveType.SCATTER),
            Map.entry("gather", CollectiveType.GATHER),
            Map.entry("reduce", CollectiveType.REDUCE));

    private static final int MOST_CALLERS = 8;

    private final Long2ObjectMap<LinkedNode> nodes;
    private final boolean compat;

    CommNodes(Long2ObjectMap<LinkedNode> nodes, boolean compat) {
        this.nodes = nodes;
        this.compat = compat;
    }

    EtNodeType type(LinkedNode node) {
        if (node.isMetadata()) {
            return EtNodeType.METADATA;
        }
        if (!node.gpu() || !isComm(node.name())) {
            return EtNodeType.COMP;
        }
        if (isSendRecv(node.name())) {
            String caller = caller(node);
            if (caller.contains("send")) {
                return EtNodeType.COMM_SEND;
            }
            if (caller.contains("recv")) {
                return EtNodeType.COMM_RECV;
            }
        }
        return EtNodeType.COMM_COLL;
    }

    private static boolean isComm(String name) {
        return name.contains("ncclKernel") || name.contains("ncclDevKernel");
    }

    /** The original only knows the newer of the two names. */
    private boolean isSendRecv(String name) {
        return name.contains("ncclDevKernel_SendRecv") || !compat && name.contains("ncclKernel_SendRecv");
    }

    private String caller(LinkedNode node) {
        LinkedNode parent = nodes.get(node.parent());
        if (parent != null && parent.isRecordParamComms()) {
            LinkedNode above = nodes.get(parent.parent());
            return above == null ? "" : above.name();
        }
        return parent == null ? "" : parent.name();
    }

    List<EtAttribute> attributes(LinkedNode node, EtNodeType type, String file) {
        List<EtAttribute> attributes = new ArrayList<>();
        if (!type.isComm()) {
            return attributes;
        }
        if (type == EtNodeType.COMM_COLL) {
            attributes.add(
                    EtAttribute.int64(EtNames.COMM_TYPE, collective(node, file).ordinal()));
        }
        attributes.add(EtAttribute.int64(EtNames.COMM_SIZE, node.tensorBytes()));
        String group = group(node);
        if (!group.isEmpty()) {
            attributes.add(EtAttribute.string(EtNames.PG_NAME, group));
        }
        return attributes;
    }

    private String group(LinkedNode node) {
        LinkedNode parent = nodes.get(node.parent());
        if (isSendRecv(node.name()) && parent != null && parent.isRecordParamComms()) {
            String name = parent.attributes().groupName();
            if (!name.isEmpty()) {
                return name;
            }
        }
        return node.attributes().groupName();
    }

    private CollectiveType collective(LinkedNode node, String file) {
        CollectiveType type = find(NAMES, node.name());
        if (type == null && isSendRecv(node.name())) {
            type = CollectiveType.ALL_TO_ALL;
        }
        if (type == null && !compat) {
            type = byCaller(node);
        }
        if (type == null) {
            throw new EtException(
                    file + ": node " + node.id() + ": the name '" + node.name()
                            + "' does not correspond to a recognized collective communication type.",
                    compat
                            ? "Convert without compat, which asks the calling operators too."
                            : "No calling operator names a collective either: record with record_param_comms, or drop the node.");
        }
        return type;
    }

    private CollectiveType byCaller(LinkedNode node) {
        CollectiveType type = find(MORE_NAMES, node.name());
        LinkedNode at = node;
        for (int i = 0; i < MOST_CALLERS && type == null && at != null; i++) {
            type = named(at.attributes().collectiveName());
            at = nodes.get(at.parent());
            if (type == null
                    && at != null
                    && (at.name().contains("nccl:") || at.name().contains("c10d"))) {
                type = named(at.name());
            }
        }
        return type;
    }

    private static CollectiveType named(String name) {
        CollectiveType type = find(NAMES, name);
        return type == null ? find(MORE_NAMES, name) : type;
    }

    private static CollectiveType find(List<Map.Entry<String, CollectiveType>> names, String text) {
        String plain = text.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(e -> plain.contains(e.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}

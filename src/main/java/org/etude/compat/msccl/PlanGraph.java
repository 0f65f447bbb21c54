// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Report;

/** The messages of a plan under construction: sends, receives and joins of each rank, sizes in chunks. */
final class PlanGraph {
    private static final long[] NONE = {};

    /**
     * One node.
     *
     * @param size size of a message
     * @param deps nodes of the same rank that it waits for
     */
    private record Node(EtNodeType type, int from, int to, ChunkSlice size, int tag, IntArrayList deps) {}

    private final List<List<Node>> ranks = new ArrayList<>();
    private final Map<Long, Integer> tags = new HashMap<>();

    PlanGraph(int count) {
        for (int r = 0; r < count; r++) {
            ranks.add(new ArrayList<>());
        }
    }

    int ranks() {
        return ranks.size();
    }

    /** An unused tag for the next message between two ranks. */
    int tag(int from, int to) {
        return tags.merge((long) from << 32 | to, 1, Integer::sum) - 1;
    }

    int send(int from, int to, ChunkSlice size, int tag) {
        return add(from, new Node(EtNodeType.COMM_SEND, from, to, size, tag, new IntArrayList()));
    }

    int receive(int from, int to, ChunkSlice size, int tag) {
        return add(to, new Node(EtNodeType.COMM_RECV, from, to, size, tag, new IntArrayList()));
    }

    /** A node without work that waits for others. */
    int join(int rank) {
        return add(rank, new Node(EtNodeType.COMP, rank, rank, ChunkSlice.SIGNAL, 0, new IntArrayList()));
    }

    private int add(int rank, Node node) {
        ranks.get(rank).add(node);
        return ranks.get(rank).size() - 1;
    }

    /** Makes a node wait for another one of its rank; no effect for a negative one. */
    void after(int rank, int node, int other) {
        if (other >= 0 && other != node && !ranks.get(rank).get(node).deps.contains(other)) {
            ranks.get(rank).get(node).deps.add(other);
        }
    }

    /**
     * The traces.
     *
     * @param bytes size of a buffer of this many chunks
     */
    EtSet traces(String name, long bytes, long chunks, List<Finding> findings) {
        List<EtGraph> graphs = new ArrayList<>();
        for (List<Node> nodes : ranks) {
            EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
            for (int id = 0; id < Math.max(1, nodes.size()); id++) {
                Node node = nodes.isEmpty()
                        ? new Node(EtNodeType.COMP, 0, 0, ChunkSlice.SIGNAL, 0, new IntArrayList())
                        : nodes.get(id);
                long[] deps = node.deps.intStream().asLongStream().toArray();
                String text = node.type == EtNodeType.COMM_SEND
                        ? "send"
                        : node.type == EtNodeType.COMM_RECV ? "recv" : "join";
                out.begin(id, text, node.type, 0, 0).dependencies(NONE, deps).bool(EtNames.IS_CPU_OP, false);
                if (node.type != EtNodeType.COMP) {
                    out.int32(EtNames.COMM_SRC, node.from)
                            .int32(EtNames.COMM_DST, node.to)
                            .int64(EtNames.COMM_SIZE, node.size.bytes(bytes, chunks))
                            .int32(EtNames.COMM_TAG, node.tag);
                }
                out.end();
            }
            graphs.add(out.build());
        }
        return new EtSet(name, graphs, CommGroups.none(), Report.of(findings));
    }

    /** Bytes of some chunks, rounded up so that both ends of a message agree. */
    static long size(long of, long bytes, long chunks) {
        return Math.max(
                1,
                Math.addExact(Math.multiplyExact(of, bytes / chunks), (of * (bytes % chunks) + chunks - 1) / chunks));
    }
}

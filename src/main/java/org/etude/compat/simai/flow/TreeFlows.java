// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** All-reduce over trees: data moves up to the root chunk by chunk, and the sum back down. */
final class TreeFlows {
    private static final int CHUNKS = 64;
    private static final String TREE = "TREE_INIT";

    private final FlowList flows = new FlowList();
    private final long size;

    private TreeFlows(long size) {
        this.size = size;
    }

    /** The flows of all trees; data is split into 64 chunks, fewer if a chunk would have no bytes. */
    static List<Flow> allReduce(NcclTrees trees, long bytes) {
        long perTree = bytes / trees.channels().size();
        int chunks = (int) Math.max(1, Math.min(CHUNKS, perTree));
        TreeFlows made = new TreeFlows(perTree / chunks);
        for (int channel = 0; channel < trees.channels().size() && perTree > 0; channel++) {
            for (int chunk = 0; chunk < chunks; chunk++) {
                made.chunk(channel, trees.channels().get(channel), chunk, chunks);
            }
        }
        return made.flows.flows();
    }

    private void chunk(int channel, SortedMap<Integer, NcclTrees.Node> tree, int chunk, int chunks) {
        Map<Integer, List<Integer>> arrived = new HashMap<>();
        Map<Integer, Integer> missing = new HashMap<>();
        Deque<Integer> ready = new ArrayDeque<>();
        int root = -1;
        for (Map.Entry<Integer, NcclTrees.Node> place : tree.entrySet()) {
            int children = place.getValue().down().size();
            missing.put(place.getKey(), children);
            arrived.put(place.getKey(), new ArrayList<>());
            if (children == 0) {
                ready.add(place.getKey());
            }
            boolean alone = place.getValue().up() < 0 && children == 0;
            root = place.getValue().up() < 0 && !alone ? place.getKey() : root;
        }
        while (!ready.isEmpty()) {
            int rank = ready.poll();
            NcclTrees.Node node = tree.get(rank);
            if (node.up() >= 0) {
                List<Integer> awaited = node.down().isEmpty() ? List.of(node.up()) : node.down();
                int id = flows.add(channel, rank, node.up(), size, awaited, arrived.get(rank), chunk, chunks, TREE);
                arrived.get(node.up()).add(id);
                if (missing.merge(node.up(), -1, Integer::sum) == 0) {
                    ready.add(node.up());
                }
            }
        }
        if (root < 0) {
            return;
        }
        down(channel, tree, root, arrived.get(root), chunk, chunks);
    }

    private void down(
            int channel,
            SortedMap<Integer, NcclTrees.Node> tree,
            int rank,
            List<Integer> parents,
            int chunk,
            int chunks) {
        NcclTrees.Node node = tree.get(rank);
        List<Integer> awaited = node.up() < 0 ? node.down() : List.of(node.up());
        for (int child : node.down()) {
            int id = flows.add(channel, rank, child, size, awaited, parents, chunk, chunks, TREE);
            down(channel, tree, child, List.of(id), chunk, chunks);
        }
    }
}

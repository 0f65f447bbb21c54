// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;

/** Makes the algorithm of a phase; shares the trees of one size. Not for sharing between threads. */
public final class Algorithms {
    private final Int2ObjectOpenHashMap<BinaryTree> leftTrees = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<BinaryTree> rightTrees = new Int2ObjectOpenHashMap<>();

    /** A factory without trees yet. */
    public Algorithms() {}

    /**
     * An algorithm for one phase of one node.
     *
     * @param ring the nodes it runs over, 2 or more
     * @param data bytes this node has when the phase begins
     * @param direction +1 or -1, the way round a ring
     * @param leftTree which of the two trees a double binary tree uses
     */
    public PhaseAlgorithm create(
            AlgorithmSpec spec, CollectiveType kind, RingPlace ring, long data, int direction, boolean leftTree) {
        return switch (spec.kind()) {
            case RING -> new RingAlgorithm(kind, ring, data, direction);
            case DIRECT -> new DirectAlgorithm(kind, ring, data, direction, spec.window());
            case HALVING_DOUBLING -> new HalvingDoublingAlgorithm(kind, ring, data);
            case DOUBLE_BINARY_TREE -> new TreeAlgorithm(tree(ring.size(), leftTree), ring, data);
        };
    }

    private BinaryTree tree(int nodes, boolean leftTree) {
        return (leftTree ? leftTrees : rightTrees).computeIfAbsent(nodes, n -> new BinaryTree(n, leftTree));
    }

    /** Why an algorithm cannot do a phase, or null when it can: what a reference run would hang or crash on. */
    public static String obstacle(AlgorithmSpec spec, CollectiveType kind, int nodes) {
        boolean power = Integer.bitCount(nodes) == 1;
        return switch (spec.kind()) {
            case RING, DIRECT -> null;
            case HALVING_DOUBLING -> {
                if (kind == CollectiveType.ALL_TO_ALL) {
                    yield "halvingDoubling has no all-to-all";
                }
                yield power ? null : "halvingDoubling needs a power of two of nodes, not " + nodes;
            }
            case DOUBLE_BINARY_TREE -> power ? null : "doubleBinaryTree needs a power of two of nodes, not " + nodes;
        };
    }
}

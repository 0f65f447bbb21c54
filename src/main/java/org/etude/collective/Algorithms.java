// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;

/** Creates the algorithm of a phase; caches the binary trees by size. Not thread-safe. */
public final class Algorithms {
    private final Int2ObjectOpenHashMap<BinaryTree> leftTrees = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<BinaryTree> rightTrees = new Int2ObjectOpenHashMap<>();

    /** Creates a factory with an empty cache. */
    public Algorithms() {}

    /**
     * Creates the algorithm of one node for one phase.
     *
     * @param ring the nodes it runs over, 2 or more
     * @param data bytes at this node when the phase begins
     * @param direction +1 or -1, the direction around a ring
     * @param leftTree which of the two trees a double binary tree uses
     */
    public PhaseAlgorithm create(
            AlgorithmSpec spec, CollectiveType kind, RingPosition ring, long data, int direction, boolean leftTree) {
        return switch (spec.kind()) {
            case RING -> new RingAlgorithm(kind, ring, data, direction);
            case STRIDED_RINGS -> new StridedRingsAlgorithm(kind, ring, data);
            case DIRECT -> new DirectAlgorithm(kind, ring, data, direction, spec.window());
            case HALVING_DOUBLING -> new HalvingDoublingAlgorithm(kind, ring, data);
            case DOUBLE_BINARY_TREE -> new TreeAlgorithm(tree(ring.size(), leftTree), ring, data);
        };
    }

    private BinaryTree tree(int nodes, boolean leftTree) {
        return (leftTree ? leftTrees : rightTrees).computeIfAbsent(nodes, n -> new BinaryTree(n, leftTree));
    }

    /** How many of its links to the others a node uses at the same time, where all are linked to each other. */
    public static int linksAtOnce(AlgorithmSpec spec, int nodes) {
        return switch (spec.kind()) {
            case STRIDED_RINGS -> StridedRingsAlgorithm.rings(nodes);
            case DIRECT -> DirectAlgorithm.inFlight(spec.window(), nodes);
            case RING, HALVING_DOUBLING, DOUBLE_BINARY_TREE -> 1;
        };
    }

    /** Why an algorithm cannot run a phase, or null when it can. ASTRA-sim hangs or crashes in these cases. */
    public static String obstacle(AlgorithmSpec spec, CollectiveType kind, int nodes) {
        boolean power = Integer.bitCount(nodes) == 1;
        return switch (spec.kind()) {
            case RING, STRIDED_RINGS, DIRECT -> null;
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

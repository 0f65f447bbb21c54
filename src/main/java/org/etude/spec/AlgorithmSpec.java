// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Locale;
import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * A collective algorithm as named in a system file: {@code ring}, {@code direct}, {@code direct4} (window 4), {@code
 * halvingDoubling}, {@code doubleBinaryTree}, {@code stridedRings} (ours), and {@code oneRing}, {@code oneDirect}, {@code oneHalvingDoubling}, which
 * run over all nodes at once instead of dimension by dimension.
 *
 * @param kind the algorithm
 * @param flat whether it runs over all nodes at once
 * @param window messages in flight for direct, -1 for one per peer
 */
public record AlgorithmSpec(@Internal Kind kind, boolean flat, int window) {
    /** The algorithms. */
    @Internal
    public enum Kind {
        /** Around the ring, neighbour to neighbour. */
        RING,
        /** Around several rings at once, one for each stride that visits all ranks; for ranks that are all linked to each other. */
        STRIDED_RINGS,
        /** To every peer directly. */
        DIRECT,
        /** Recursive halving and doubling; needs a power of two. */
        HALVING_DOUBLING,
        /** Two binary trees; all-reduce only, needs a power of two. */
        DOUBLE_BINARY_TREE
    }

    /** For internal use; users take a constant or {@link #parse} a name. */
    @Internal
    public AlgorithmSpec {}

    /** Ring by dimension. */
    public static final AlgorithmSpec RING = new AlgorithmSpec(Kind.RING, false, -1);
    /** As many rings as have links of their own in a fully connected dimension: those of a stride coprime to its size. */
    public static final AlgorithmSpec STRIDED_RINGS = new AlgorithmSpec(Kind.STRIDED_RINGS, false, -1);
    /** Direct by dimension with all peers in flight. */
    public static final AlgorithmSpec DIRECT = new AlgorithmSpec(Kind.DIRECT, false, -1);
    /** Halving-doubling by dimension. */
    public static final AlgorithmSpec HALVING_DOUBLING = new AlgorithmSpec(Kind.HALVING_DOUBLING, false, -1);
    /** Double binary tree by dimension. */
    public static final AlgorithmSpec DOUBLE_BINARY_TREE = new AlgorithmSpec(Kind.DOUBLE_BINARY_TREE, false, -1);

    /** The algorithm with this name, or null when there is none. */
    public static AlgorithmSpec parse(String name) {
        switch (Given.value(name, "the name")) {
            case "ring":
                return RING;
            case "stridedRings":
                return STRIDED_RINGS;
            case "doubleBinaryTree":
                return DOUBLE_BINARY_TREE;
            case "halvingDoubling":
                return HALVING_DOUBLING;
            case "oneRing":
                return new AlgorithmSpec(Kind.RING, true, -1);
            case "oneHalvingDoubling":
                return new AlgorithmSpec(Kind.HALVING_DOUBLING, true, -1);
            default:
                return direct(name);
        }
    }

    private static AlgorithmSpec direct(String name) {
        boolean flat = name.startsWith("oneDirect");
        if (!flat && !name.startsWith("direct")) {
            return null;
        }
        String window = name.substring(flat ? "oneDirect".length() : "direct".length());
        if (window.isEmpty()) {
            return new AlgorithmSpec(Kind.DIRECT, flat, -1);
        }
        return window.matches("[1-9][0-9]{0,8}")
                ? new AlgorithmSpec(Kind.DIRECT, flat, Integer.parseInt(window))
                : null;
    }

    /**
     * The collective that it runs in place of the requested one: a double binary tree implements only the all-reduce.
     */
    @Internal
    public CollectiveType does(CollectiveType asked) {
        return kind == Kind.DOUBLE_BINARY_TREE ? CollectiveType.ALL_REDUCE : asked;
    }

    /** The name in system files. */
    public String wireName() {
        String base =
                switch (kind) {
                    case RING -> "ring";
                    case STRIDED_RINGS -> "stridedRings";
                    case DIRECT -> window < 0 ? "direct" : "direct" + window;
                    case HALVING_DOUBLING -> "halvingDoubling";
                    case DOUBLE_BINARY_TREE -> "doubleBinaryTree";
                };
        return flat ? "one" + base.substring(0, 1).toUpperCase(Locale.ROOT) + base.substring(1) : base;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import java.util.Arrays;

/**
 * One of the two trees of the double binary tree: a root with a single child, and below it a complete binary tree whose
 * positions are numbered in order. Has 2^floor(log2 n) positions.
 */
public final class BinaryTree {
    /** Marks a missing parent or child. */
    public static final int NONE = -1;

    private final int[] parent;
    private final int[] left;
    private final int[] right;
    private final boolean leftChild;
    private int next;

    /**
     * Builds a tree.
     *
     * @param nodes number of nodes, 2 or more
     * @param leftChild whether the root's child is its left one (so the root has the highest number) or its right
     *     one
     */
    public BinaryTree(int nodes, boolean leftChild) {
        int size = Integer.highestOneBit(nodes);
        this.leftChild = leftChild;
        parent = new int[size];
        left = new int[size];
        right = new int[size];
        Arrays.fill(parent, NONE);
        Arrays.fill(left, NONE);
        Arrays.fill(right, NONE);
        int depth = Integer.numberOfTrailingZeros(size);
        if (leftChild) {
            int child = complete(depth);
            join(next, child, NONE);
        } else {
            int root = next++;
            join(root, NONE, complete(depth));
        }
    }

    private int complete(int depth) {
        if (depth == 1) {
            return next++;
        }
        int low = complete(depth - 1);
        int node = next++;
        join(node, low, complete(depth - 1));
        return node;
    }

    private void join(int node, int low, int high) {
        left[node] = low;
        right[node] = high;
        if (low != NONE) {
            parent[low] = node;
        }
        if (high != NONE) {
            parent[high] = node;
        }
    }

    /** The number of positions. */
    public int size() {
        return parent.length;
    }

    /** The parent of a position, or {@link #NONE}. */
    public int parent(int position) {
        return parent[position];
    }

    /** The left child of a position, or {@link #NONE}. */
    public int left(int position) {
        return left[position];
    }

    /** The right child of a position, or {@link #NONE}. */
    public int right(int position) {
        return right[position];
    }

    /** The root's only child. */
    int onlyChild(int root) {
        return leftChild ? left[root] : right[root];
    }
}

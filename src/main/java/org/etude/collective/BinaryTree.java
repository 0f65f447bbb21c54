// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import java.util.Arrays;

/**
 * One of the two trees of the double binary tree: a root with a single child and below it a complete binary tree, places
 * numbered in order. Holds 2^floor(log2 n) places.
 */
public final class BinaryTree {
    /** No such node. */
    public static final int NONE = -1;

    private final int[] parent;
    private final int[] left;
    private final int[] right;
    private final boolean leftChild;
    private int next;

    /**
     * Builds a tree.
     *
     * @param nodes how many, 2 or more
     * @param leftChild whether the root's child is its left one (so the root has the highest number) or its right one
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

    /** The number of places. */
    public int size() {
        return parent.length;
    }

    /** The parent of a place, or {@link #NONE}. */
    public int parent(int place) {
        return parent[place];
    }

    /** The left child of a place, or {@link #NONE}. */
    public int left(int place) {
        return left[place];
    }

    /** The right child of a place, or {@link #NONE}. */
    public int right(int place) {
        return right[place];
    }

    /** The root's only child. */
    int onlyChild(int root) {
        return leftChild ? left[root] : right[root];
    }
}

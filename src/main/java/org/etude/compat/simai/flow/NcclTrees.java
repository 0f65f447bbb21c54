// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.compat.simai.model.SimAiGroup;

/**
 * The double binary trees of a group (Sanders, Speck and Traeff 2009), two per ring: servers form a tree, and the same
 * tree shifted by one; the ranks of a server form a chain from its first one.
 *
 * @param channels the trees, each with one node per rank; surplus ranks of larger servers have neither parent nor
 *     children
 */
public record NcclTrees(List<SortedMap<Integer, Node>> channels) {
    /**
     * A rank's position in a tree.
     *
     * @param up its parent, -1 at the root
     * @param down its children: on its own server first, then on other servers, left before right
     */
    public record Node(int up, List<Integer> down) {}

    /** The trees of a group. */
    public static NcclTrees of(SimAiGroup group) {
        int local = group.local();
        int nodes = group.nodes();
        List<Integer> first = group.ranks().stream().sorted().toList().subList(0, local);
        int distance = nodes > 1 ? group.ranks().get(local) - group.ranks().get(0) : 0;
        int[] parents = parents(nodes);
        List<SortedMap<Integer, Node>> channels = new ArrayList<>();
        for (int channel = 0; channel < local; channel++) {
            List<Integer> chain = NcclRings.order(first, channel);
            channels.add(whole(tree(chain, distance, parents, 0), group));
            channels.add(whole(tree(chain, distance, parents, 1), group));
        }
        return new NcclTrees(List.copyOf(channels));
    }

    /**
     * The parents of n nodes in a binary tree, -1 for the root. Of four neighbours the second becomes the parent of the
     * first and third; it and the fourth take part in the next round. An incomplete group at the end is treated the
     * same as far as it goes.
     */
    static int[] parents(int n) {
        int[] parents = new int[n];
        Arrays.fill(parents, -1);
        List<Integer> level = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            level.add(i);
        }
        while (level.size() > 1) {
            List<Integer> next = new ArrayList<>();
            for (int i = 0; i < level.size(); i += 4) {
                List<Integer> four = level.subList(i, Math.min(i + 4, level.size()));
                if (four.size() == 1) {
                    next.add(four.get(0));
                    continue;
                }
                parents[four.get(0)] = four.get(1);
                next.add(four.get(1));
                if (four.size() > 2) {
                    parents[four.get(2)] = four.get(1);
                }
                if (four.size() > 3) {
                    next.add(four.get(3));
                }
            }
            level = next;
        }
        return parents;
    }

    /** Adds the surplus ranks of larger servers, without parent or children. */
    private static SortedMap<Integer, Node> whole(SortedMap<Integer, Node> tree, SimAiGroup group) {
        group.ranks().forEach(rank -> tree.putIfAbsent(rank, new Node(-1, List.of())));
        return Collections.unmodifiableSortedMap(tree);
    }

    private static SortedMap<Integer, Node> tree(List<Integer> chain, int distance, int[] parents, int shift) {
        int nodes = parents.length;
        SortedMap<Integer, Node> tree = new TreeMap<>();
        for (int node = 0; node < nodes; node++) {
            int server = (node + shift) % nodes;
            for (int i = 0; i < chain.size(); i++) {
                List<Integer> down = new ArrayList<>();
                if (i + 1 < chain.size()) {
                    down.add(chain.get(i + 1) + server * distance);
                }
                int up = i > 0 ? chain.get(i - 1) + server * distance : -1;
                if (i == 0) {
                    for (int child = 0; child < nodes; child++) {
                        if (parents[child] == node) {
                            down.add(chain.get(0) + (child + shift) % nodes * distance);
                        }
                    }
                    up = parents[node] < 0 ? -1 : chain.get(0) + (parents[node] + shift) % nodes * distance;
                }
                tree.put(chain.get(i) + server * distance, new Node(up, List.copyOf(down)));
            }
        }
        return tree;
    }
}

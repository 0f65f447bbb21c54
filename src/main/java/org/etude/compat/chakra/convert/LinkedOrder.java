// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Derives data dependencies from the call tree, starting at each thread's root: callers before callees, lower ids
 * first. Every host node waits for the previous host node, GPU nodes for their launcher.
 */
final class LinkedOrder {
    private static final long NONE = Long.MIN_VALUE;

    private final Long2ObjectLinkedOpenHashMap<LinkedNode> nodes;
    private final boolean compat;
    private final Long2ObjectOpenHashMap<LongArrayList> children = new Long2ObjectOpenHashMap<>();
    private final Long2ObjectOpenHashMap<LongArrayList> deps = new Long2ObjectOpenHashMap<>();
    private final LongArrayList emitted = new LongArrayList();
    private final Long2IntOpenHashMap emittedAt = new Long2IntOpenHashMap();

    LinkedOrder(Long2ObjectLinkedOpenHashMap<LinkedNode> nodes, boolean compat) {
        this.nodes = nodes;
        this.compat = compat;
        emittedAt.defaultReturnValue(-1);
    }

    void run() {
        emit();
        for (long id : emitted) {
            if (nodes.get(id).isThreadRoot()) {
                walk(id);
            }
        }
        if (!compat) {
            dropMissing();
        }
    }

    /**
     * Emits host nodes in file order, each followed by its GPU nodes; a GPU node whose launcher is missing is left out.
     */
    private void emit() {
        for (LinkedNode node : nodes.values()) {
            if (nodes.containsKey(node.parent())) {
                children.computeIfAbsent(node.parent(), id -> new LongArrayList())
                        .add(node.id());
            }
        }
        for (LinkedNode node : nodes.values()) {
            if (node.gpu() && !node.isMetadata()) {
                continue;
            }
            add(node.id());
            for (long child : children.getOrDefault(node.id(), new LongArrayList())) {
                if (nodes.get(child).gpu()) {
                    add(child);
                }
            }
        }
    }

    private void add(long id) {
        if (emittedAt.putIfAbsent(id, emitted.size()) < 0) {
            emitted.add(id);
        }
    }

    private void walk(long root) {
        LongOpenHashSet visited = new LongOpenHashSet();
        Deque<Long> stack = new ArrayDeque<>();
        stack.push(root);
        long lastHost = NONE;
        long lastAny = NONE;
        while (!stack.isEmpty()) {
            long id = stack.pop();
            if (!visited.add(id)) {
                continue;
            }
            LinkedNode node = nodes.get(id);
            if (node.gpu() && !node.isMetadata()) {
                depend(id, lastAny);
                lastAny = lastHost;
            } else {
                depend(id, node.threadDep() == 0 ? NONE : node.threadDep());
                depend(id, lastHost);
                lastHost = id;
                lastAny = id;
            }
            if (!compat) {
                synchronise(node);
            }
            pushChildren(id, visited, stack);
        }
    }

    private void pushChildren(long id, LongOpenHashSet visited, Deque<Long> stack) {
        LongArrayList below = children.get(id);
        if (below == null) {
            return;
        }
        LongArrayList descending = below.clone();
        descending.sort((a, b) -> Long.compare(b, a));
        for (long child : descending) {
            if (emittedAt.get(child) >= 0 && !visited.contains(child)) {
                stack.push(child);
            }
        }
    }

    private void depend(long id, long on) {
        if (on == NONE) {
            return;
        }
        LongArrayList list = deps.computeIfAbsent(id, key -> new LongArrayList());
        if (!list.contains(on)) {
            list.add(on);
        }
    }

    private void synchronise(LinkedNode node) {
        for (long gpu : node.syncDeps()) {
            LinkedNode before = nodes.get(gpu);
            if (before != null && before.startMicros() < node.startMicros()) {
                depend(node.id(), gpu);
            }
        }
    }

    private void dropMissing() {
        for (LongArrayList list : deps.values()) {
            list.removeIf(id -> emittedAt.get(id) < 0);
        }
    }

    /** Whether a node was written before another, which the original requires of a caller. */
    boolean precedes(long id, long other) {
        return emittedAt.get(id) >= 0 && emittedAt.get(id) < emittedAt.get(other);
    }

    /** The data dependencies of a node, in the order in which they were found. */
    long[] dataDeps(long id) {
        LongArrayList list = deps.get(id);
        return list == null ? new long[0] : list.toLongArray();
    }

    /** All nodes except those that neither wait nor are waited for. */
    LongOpenHashSet kept() {
        LongOpenHashSet kept = new LongOpenHashSet();
        for (LongArrayList list : deps.values()) {
            for (long id : list) {
                if (emittedAt.get(id) >= 0) {
                    kept.add(id);
                }
            }
        }
        for (long id : emitted) {
            LongArrayList list = deps.get(id);
            if (list != null && !list.isEmpty()) {
                kept.add(id);
            }
        }
        return kept;
    }
}

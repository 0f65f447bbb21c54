// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.model.RankLog;
import org.etude.report.Counted;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.IdTable;

/**
 * The repaired tree of an execution trace: every node's parent exists, and no node is its own ancestor. Nodes with
 * invalid parents are attached to the root of their thread and reported.
 */
public final class HostTree {
    /** An id that occurs once. */
    private static final int ONCE = 1;

    private static final int OFTEN = 2;

    private final HostTrace host;
    private final RankLog log;
    private final int[] parent;
    private final int[] order;
    private final int[] position;
    private boolean ordersStarts;
    private final Long2IntOpenHashMap threadRoot = new Long2IntOpenHashMap();
    private int processRoot = -1;

    HostTree(HostTrace host, RankLog log) {
        this.host = host;
        this.log = log;
        parent = new int[host.size()];
        order = startOrder();
        position = new int[order.length];
        for (int k = 0; k < order.length; k++) {
            position[order[k]] = k;
        }
        threadRoot.defaultReturnValue(-1);
        findRoots();
        setParents();
        cutCycles();
    }

    /** Whether node {@code i} is the process, a thread root or the list of process groups: structure without work. */
    public static boolean isRoot(HostTrace host, int i) {
        return isProfilerRoot(host.name(i)) || host.name(i).startsWith("## process_group:init");
    }

    private static boolean isProfilerRoot(String name) {
        return name.startsWith("[pytorch|profiler|execution_");
    }

    /** Index of the parent, or -1 for the process root and detached nodes. */
    int parent(int i) {
        return parent[i];
    }

    /** The node of the root of a host node's thread, or -1. */
    int root(NodeTable nodes, int i) {
        int root = rootOf(i);
        return root < 0 ? -1 : nodes.nodeOfHost[root];
    }

    /** All nodes in start order, where the trace shows it. Not a copy. */
    public int[] order() {
        return order;
    }

    /** Whether {@link #order} is the start order over all threads, which requires Record function ids. */
    boolean ordersStarts() {
        return ordersStarts;
    }

    /** Position of node {@code i} in {@link #order}. */
    int position(int i) {
        return position[i];
    }

    private int[] startOrder() {
        int[] sorted = new int[host.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = i;
        }
        long[] keys = startKeys();
        ordersStarts = keys.length > 0;
        if (!ascending(keys)) {
            IntArrays.mergeSort(sorted, (a, b) -> Long.compareUnsigned(keys[a], keys[b]));
        }
        return sorted;
    }

    /**
     * Record function ids, which ascend in start order; a duplicate is replaced by that of the preceding node in id
     * order. Empty when the trace has too few.
     */
    private long[] startKeys() {
        boolean[] isRoot = new boolean[host.size()];
        IdTable.Range range = new IdTable.Range();
        int missing = 0;
        int total = 0;
        for (int i = 0; i < host.size(); i++) {
            isRoot[i] = isProfilerRoot(host.name(i));
            if (!isRoot[i]) {
                total++;
                missing += host.recordFunctionId(i) == 0 ? 1 : 0;
                range.see(host.recordFunctionId(i));
            }
        }
        IdTable seen = range.table();
        int distinct = 0;
        for (int i = 0; i < host.size(); i++) {
            if (!isRoot[i]) {
                boolean again = seen.put(host.recordFunctionId(i), ONCE) != IdTable.NONE;
                distinct += again ? 0 : 1;
                if (again) {
                    seen.put(host.recordFunctionId(i), OFTEN);
                }
            }
        }
        if (missing > 0 || distinct * 10L < total * 9L) {
            return new long[0];
        }
        long[] keys = new long[host.size()];
        long last = 0;
        for (int i = 0; i < keys.length; i++) {
            if (isRoot[i]) {
                continue;
            }
            last = seen.get(host.recordFunctionId(i)) == ONCE ? host.recordFunctionId(i) : last;
            keys[i] = last;
        }
        return keys;
    }

    private static boolean ascending(long[] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (Long.compareUnsigned(keys[i - 1], keys[i]) > 0) {
                return false;
            }
        }
        return true;
    }

    private void findRoots() {
        for (int i = 0; i < parent.length; i++) {
            if (isProfilerRoot(host.name(i))) {
                if (host.name(i).endsWith("process]")) {
                    processRoot = i;
                } else if (threadRoot.get(host.tid(i)) < 0) {
                    threadRoot.put(host.tid(i), i);
                }
            }
        }
    }

    private int rootOf(int i) {
        int root = threadRoot.get(host.tid(i));
        return root == i || root < 0 ? processRoot == i ? -1 : processRoot : root;
    }

    private void setParents() {
        List<String> dangling = new ArrayList<>();
        List<String> self = new ArrayList<>();
        for (int i = 0; i < parent.length; i++) {
            parent[i] = host.parent(i);
            if (isProfilerRoot(host.name(i))) {
                parent[i] = i == processRoot ? -1 : processRoot;
            } else if (parent[i] == i || host.parentId(i) == host.id(i)) {
                self.add(Long.toString(host.id(i)));
                parent[i] = rootOf(i);
            } else if (parent[i] < 0) {
                dangling.add(Long.toString(host.id(i)));
                parent[i] = rootOf(i);
            }
        }
        report(
                dangling,
                "node names a parent that is not in the file",
                "nodes name a parent that is not in the file",
                "still open when the recording stopped, or cut off");
        report(self, "node names itself as parent", "nodes name themselves as parent", "faulty file");
    }

    private void report(List<String> ids, String one, String others, String why) {
        if (!ids.isEmpty()) {
            String what = Counted.of(ids.size(), one, others);
            log.warn("nodes " + some(ids), what, why, "attached to the root of their thread");
        }
    }

    private static String some(List<String> ids) {
        int shown = Math.min(ids.size(), 20);
        return String.join(", ", ids.subList(0, shown)) + (shown < ids.size() ? ", ..." : "");
    }

    /** Walks up from every node once; a walk that returns to itself is a cycle, which is cut at its earliest node. */
    private void cutCycles() {
        int[] walk = new int[parent.length];
        for (int i = 0; i < parent.length; i++) {
            int node = i;
            while (node >= 0 && walk[node] == 0) {
                walk[node] = i + 1;
                node = parent[node];
            }
            if (node >= 0 && walk[node] == i + 1) {
                cut(node);
            }
        }
    }

    private void cut(int member) {
        List<String> ids = new ArrayList<>();
        int first = member;
        int node = member;
        do {
            ids.add(Long.toString(host.id(node)));
            first = position[node] < position[first] ? node : first;
            node = parent[node];
        } while (node != member);
        parent[first] = rootOf(first);
        log.warn(
                "nodes " + some(ids),
                "1 cycle of " + ids.size() + " nodes that are each other's parents",
                "faulty file",
                "cut above node " + host.id(first) + ", the one that started first");
    }
}

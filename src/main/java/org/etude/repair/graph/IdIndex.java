// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.etude.et.graph.EtGraph;

/** Finds nodes by id: a plain table when ids are dense, a hash table otherwise. Also knows the nodes that share an id. */
final class IdIndex {
    private static final int NONE = -1;
    private final long first;
    private final int[] table;
    private final Long2IntOpenHashMap map;
    private final boolean unique;

    IdIndex(EtGraph graph) {
        int size = graph.size();
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            low = Math.min(low, graph.id(i));
            high = Math.max(high, graph.id(i));
        }
        long span = size == 0 ? 0 : high - low;
        first = low;
        if (span >= 0 && span < 8L * size + 64) {
            table = new int[(int) span + 1];
            Arrays.fill(table, NONE);
            map = null;
        } else {
            table = null;
            map = new Long2IntOpenHashMap(size);
            map.defaultReturnValue(NONE);
        }
        boolean distinct = true;
        for (int i = 0; i < size; i++) {
            distinct &= put(graph.id(i), i) == NONE;
        }
        unique = distinct;
    }

    private int put(long id, int node) {
        if (map != null) {
            return map.put(id, node);
        }
        int at = (int) (id - first);
        int before = table[at];
        table[at] = node;
        return before;
    }

    /** The last node with this id, or -1. */
    int of(long id) {
        if (map != null) {
            return map.get(id);
        }
        long at = id - first;
        return at >= 0 && at < table.length ? table[(int) at] : NONE;
    }

    /** Whether no two nodes share an id. */
    boolean isUnique() {
        return unique;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import org.etude.et.graph.EtGraph;
import org.etude.trace.model.IdTable;

/** Finds nodes by id. Also knows the nodes that share an id. */
final class IdIndex {
    private final IdTable table;
    private final boolean unique;

    IdIndex(EtGraph graph) {
        IdTable.Range range = new IdTable.Range();
        for (int i = 0; i < graph.size(); i++) {
            range.see(graph.id(i));
        }
        table = range.table();
        boolean distinct = true;
        for (int i = 0; i < graph.size(); i++) {
            distinct &= table.put(graph.id(i), i) == IdTable.NONE;
        }
        unique = distinct;
    }

    /** The last node with this id, or -1. */
    int of(long id) {
        return table.get(id);
    }

    /** Whether no two nodes share an id. */
    boolean isUnique() {
        return unique;
    }
}

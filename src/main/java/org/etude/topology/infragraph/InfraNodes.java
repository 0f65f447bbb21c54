// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.etude.report.Finding;

/**
 * A fully expanded description. At most one edge joins two nodes: where a document joins them again, the later link
 * wins, as in InfraGraph's own service.
 */
final class InfraNodes {
    final String[] types;
    final InfraLinks links;
    final List<Finding> findings;

    /** The device instance of each node. */
    final int[] owner;

    /** The annotated rank of each node, or -1. */
    final int[] rank;

    private final IntArrayList a = new IntArrayList();
    private final IntArrayList b = new IntArrayList();
    private final IntArrayList sort = new IntArrayList();
    private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();

    InfraNodes(int nodes, InfraLinks links, List<Finding> findings) {
        types = new String[nodes];
        owner = new int[nodes];
        rank = new int[nodes];
        Arrays.fill(rank, -1);
        this.links = links;
        this.findings = findings;
        places.defaultReturnValue(-1);
    }

    void join(int from, int to, int link) {
        long pair = (long) Math.min(from, to) << 32 | Math.max(from, to);
        int place = places.get(pair);
        if (place >= 0) {
            sort.set(place, link);
            return;
        }
        places.put(pair, a.size());
        a.add(from);
        b.add(to);
        sort.add(link);
    }

    int edges() {
        return a.size();
    }

    int a(int edge) {
        return a.getInt(edge);
    }

    int b(int edge) {
        return b.getInt(edge);
    }

    int link(int edge) {
        return sort.getInt(edge);
    }

    int other(int edge, int node) {
        return a(edge) == node ? b(edge) : a(edge);
    }
}

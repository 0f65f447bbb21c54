// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.etude.link.host.LaunchOrder;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;
import org.etude.link.host.TensorStorages;
import org.etude.link.model.NodeKind;

/** Finds the GPU collective that wrote what a kernel reads, by the tensor storages in the execution trace. */
final class CollectiveResults {
    private static final String C10D = "c10d::";

    private final RankContext rank;
    private final NodeTable nodes;
    /** By storage, the collectives that write it, in launch order. */
    private final Long2ObjectOpenHashMap<IntArrayList> writers = new Long2ObjectOpenHashMap<>();

    CollectiveResults(RankContext rank, NodeTable nodes, LaunchOrder order) {
        this.rank = rank;
        this.nodes = nodes;
        for (int lane = 0; rank.host() != null && lane < order.streams(); lane++) {
            int work = order.lastOnStream(lane, Integer.MAX_VALUE);
            while (work >= 0 && launch(work) >= 0) {
                addWriter(work);
                work = order.lastOnStream(lane, launch(work));
            }
        }
        writers.values().forEach(list -> list.sort((a, b) -> Integer.compare(launch(a), launch(b))));
    }

    /** Whether no storages are known. */
    boolean none() {
        return writers.isEmpty();
    }

    /**
     * The collectives launched on other streams before a call that wrote what a kernel reads, in launch order; of each storage the
     * last.
     */
    IntArrayList readBy(int kernel, int call) {
        int operator = nodes.kind(kernel) == NodeKind.COMM_KERNEL ? -1 : operator(kernel);
        int count = operator < 0 ? 0 : rank.host().inputStorages(operator);
        IntArrayList read = new IntArrayList(1);
        for (int k = 0; k < count; k++) {
            int writer = writer(rank.host().inputStorage(operator, k), call);
            if (writer >= 0 && nodes.lane[writer] != nodes.lane[kernel] && !read.contains(writer)) {
                read.add(writer);
            }
        }
        read.sort((a, b) -> Integer.compare(launch(a), launch(b)));
        return read;
    }

    private int writer(long storage, int call) {
        IntArrayList writing = writers.get(storage);
        for (int k = writing == null ? -1 : writing.size() - 1; k >= 0; k--) {
            if (launch(writing.getInt(k)) < call) {
                return writing.getInt(k);
            }
        }
        return -1;
    }

    private void addWriter(int work) {
        int operator = nodes.kind(work) == NodeKind.COMM_KERNEL ? operator(work) : -1;
        while (operator >= 0 && !rank.host().name(operator).startsWith(C10D)) {
            operator = rank.host().parent(operator);
        }
        if (operator >= 0 && !rank.host().name(operator).startsWith(C10D + "send")) {
            for (long storage :
                    TensorStorages.first(rank.host().inputs(operator).values())) {
                IntArrayList writing = writers.computeIfAbsent(storage, s -> new IntArrayList(1));
                if (writing.isEmpty() || writing.getInt(writing.size() - 1) != work) {
                    writing.add(work);
                }
            }
        }
    }

    /** The innermost operator of the execution trace around the launch of a piece of work, or -1. */
    private int operator(int work) {
        int node = nodes.parent[work];
        while (node >= 0 && nodes.host[node] < 0) {
            node = nodes.parent[node];
        }
        return node < 0 ? -1 : nodes.host[node];
    }

    private int launch(int work) {
        return rank.launchOf()[nodes.event[work]];
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.trace.model.CommArgs;

/** Growing columns of execution-trace nodes in file order. */
final class NodeColumns {
    final LongArrayList id = new LongArrayList();
    final IntArrayList name = new IntArrayList();
    final LongArrayList parent = new LongArrayList();
    final LongArrayList recordFunction = new LongArrayList();
    final LongArrayList forwardParent = new LongArrayList();
    final LongArrayList sequence = new LongArrayList();
    final IntArrayList scope = new IntArrayList();
    final LongArrayList tid = new LongArrayList();
    final LongArrayList forwardTid = new LongArrayList();
    final IntArrayList schema = new IntArrayList();
    final LongArrayList inputBytes = new LongArrayList();
    final LongArrayList outputBytes = new LongArrayList();
    /** Storages of the tensors of all nodes: a node's inputs, its outputs, then the next node's. */
    final StorageList storages;
    /** Where a node's storages begin, how many are inputs and how many outputs. */
    final IntArrayList storageStart = new IntArrayList();

    final IntArrayList storageCount = new IntArrayList();
    final IntArrayList outputCount = new IntArrayList();
    /** Row in the {@link TextStore}, or -1. */
    final IntArrayList texts = new IntArrayList();

    final Int2ObjectOpenHashMap<CommArgs> comm = new Int2ObjectOpenHashMap<>();

    /** Empty, with sizes of storages by these numbers. */
    NodeColumns(StorageSizes sizes) {
        storages = new StorageList(sizes);
    }

    /** Number of nodes. */
    int size() {
        return id.size();
    }
}

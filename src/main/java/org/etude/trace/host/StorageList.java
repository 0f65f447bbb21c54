// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.trace.comm.TensorBytes;

/** Storages with their size numbers: of one node while it is read, and of all nodes in sequence. */
final class StorageList {
    final IntArrayList storages = new IntArrayList();
    final IntArrayList sizes = new IntArrayList();
    private final StorageSizes numbers;

    /** Empty, with sizes by these numbers. */
    StorageList(StorageSizes numbers) {
        this.numbers = numbers;
    }

    int size() {
        return storages.size();
    }

    void clear() {
        storages.clear();
        sizes.clear();
    }

    /** Replaces the content by what was scanned. */
    void set(TensorBytes scanned) {
        clear();
        for (int k = 0; k < scanned.storages().size(); k++) {
            storages.add(scanned.storages().getInt(k));
            sizes.add(numbers.numberOf(
                    scanned.extents().getLong(k), scanned.devices().getInt(k)));
        }
    }

    void addAll(StorageList others) {
        storages.addAll(others.storages);
        sizes.addAll(others.sizes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.trace.comm.TensorBytes;

/** Storages with the numbers of their sizes: of one node while it is read, and of all nodes, one behind the other. */
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

    /** Takes what was scanned in place of what there was. */
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

// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Map;

/**
 * Work of items that any process can do one by one, in any order, and that one process joins: the files of a recording, the
 * splits of a model. What an item gives depends on nothing but the item, so that it may be kept by the content of its inputs.
 */
public interface ShardedWork {
    /** The number of items. */
    int items();

    /** SHA-256 of all that the whole depends on; parts of another whole have another one. */
    String inputs();

    /** The files that an item reads, each with its digest; none where {@link #inputs} covers the content of all files. */
    default Map<String, String> files(int item) {
        return Map.of();
    }

    /** Names, lengths and modification times of all files now, as one digest; "" where {@link #files} are none. */
    default String stamps() {
        return "";
    }

    /** The same of the files that an item reads. */
    default String stamps(int item) {
        return "";
    }

    /** SHA-256 of all that an item depends on; equal keys have equal results. */
    String key(int item);

    /** Does an item. Called by several threads at once. */
    Record make(int item);

    /** All that the joining process needs besides what the items gave; it is saved with each part. */
    ShardJob job();
}

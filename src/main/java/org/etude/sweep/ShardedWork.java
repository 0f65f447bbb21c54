// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Map;

/**
 * Work that consists of independent items, such as the files of a recording or the splits of a model. Any process can
 * compute items in any order; one process merges them. The result of an item depends only on the item, so it can be
 * cached by the content of its inputs.
 */
public interface ShardedWork {
    /** The number of items. */
    int items();

    /** SHA-256 of everything that the whole work depends on; it distinguishes the shards of different works. */
    String inputs();

    /**
     * The files that an item reads, with their digests; empty when {@link #inputs} covers the content of all files.
     */
    default Map<String, String> files(int item) {
        return Map.of();
    }

    /** Digest of the present names, lengths and modification times of all files; "" when {@link #files} is empty. */
    default String stamps() {
        return "";
    }

    /** The same of the files that an item reads. */
    default String stamps(int item) {
        return "";
    }

    /** SHA-256 of everything that an item depends on; equal keys have equal results. */
    String key(int item);

    /** Computes an item. Called concurrently by several threads. */
    Record make(int item);

    /** What the merging process needs in addition to the results of items; saved with each shard. */
    ShardJob job();
}

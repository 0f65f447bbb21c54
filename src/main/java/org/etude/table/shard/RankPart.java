// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import org.etude.sweep.ShardMerge;

/**
 * The results of a rank's files.
 *
 * @param files one value per file, in order
 */
record RankPart(List<Record> files) {
    /** The results of all files, in order. */
    static <T extends Record> List<T> all(ShardMerge parts, Class<T> type) {
        return parts.parts(RankPart.class).stream()
                .flatMap(part -> part.files.stream())
                .map(type::cast)
                .toList();
    }
}

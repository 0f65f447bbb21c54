// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import org.etude.sweep.ShardMerge;

/**
 * What the files of a rank gave.
 *
 * @param files one value per file, in their order
 */
record RankPart(List<Record> files) {
    /** What all files gave, in their order. */
    static <T extends Record> List<T> all(ShardMerge parts, Class<T> type) {
        return parts.parts(RankPart.class).stream()
                .flatMap(part -> part.files.stream())
                .map(type::cast)
                .toList();
    }
}

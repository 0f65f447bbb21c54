// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.nio.file.Path;
import java.util.List;
import org.etude.sweep.ShardMerge;

/** The results of a job's ranks, each converted as far as possible without the others. */
interface ConvertedRanks {
    /** The results, in the order of the files. */
    List<ConvertedRank> items();

    /** The encoded nodes of an item. */
    byte[] nodes(int item);

    /** The file that holds them, for messages. */
    Path file(int item);

    /** The results of shards. */
    static ConvertedRanks of(ShardMerge parts) {
        List<ConvertedRank> items = parts.parts(ConvertedRank.class);
        return new ConvertedRanks() {
            @Override
            public List<ConvertedRank> items() {
                return items;
            }

            @Override
            public byte[] nodes(int item) {
                return parts.body(item);
            }

            @Override
            public Path file(int item) {
                return parts.file(item);
            }
        };
    }
}

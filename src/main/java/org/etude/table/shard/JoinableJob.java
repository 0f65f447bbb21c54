// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import org.etude.report.Progress;
import org.etude.sweep.ShardJob;
import org.etude.sweep.ShardMerge;

/** Work whose parts are merged by one process. */
public interface JoinableJob extends ShardJob {
    /** Whether existing parts can be merged while others are missing. */
    boolean joinsSome();

    /** Whether the command shows ranks with equal rows as one row. */
    default boolean showsRankGroups() {
        return false;
    }

    /**
     * The result as computed by a single process.
     *
     * @param parts access to the results of items
     */
    JoinedWork join(ShardMerge parts, Progress progress);
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import org.etude.report.Progress;
import org.etude.sweep.ShardJob;
import org.etude.sweep.ShardMerge;

/** A work whose parts one process joins. */
public interface JoinableJob extends ShardJob {
    /** Whether what is there can be joined while parts are missing. */
    boolean joinsSome();

    /**
     * What one process would have given.
     *
     * @param parts where what the items gave is found
     */
    JoinedWork join(ShardMerge parts, Progress progress);
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.sweep.SharedJob;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Jobs that share one network. */
public final class SharedJobsTable {
    private static final double NS_PER_MS = 1e6;

    /** The columns. */
    public static final Schema<SharedJob> SCHEMA = Schema.<SharedJob>of(
                    "shared_jobs", "One job of a run in which several share one fabric.")
            .text("topology", "the network", SharedJob::topology)
            .text("placement", "how the jobs are placed: packed, spread, or the hosts of each", SharedJob::placement)
            .text("variant", "links and settings that were varied; empty when none were", SharedJob::variant)
            .text("job", "the job", SharedJob::job)
            .integer("ranks", "its ranks", SharedJob::ranks)
            .text("hosts", "the hosts of its ranks, in their order", SharedJob::hosts)
            .integer("steps", "its training steps, 1 when the traces do not tell", SharedJob::steps)
            .decimal(
                    "step_ms",
                    "end of its last rank with the other jobs, divided by steps",
                    one -> one.sharedNs() / (NS_PER_MS * one.steps()))
            .decimal(
                    "alone_ms",
                    "the same on the same hosts without them",
                    one -> one.aloneNs() / (NS_PER_MS * one.steps()))
            .decimal("added_frac", "(step_ms - alone_ms) / alone_ms", SharedJob::addedFrac)
            .build();

    private SharedJobsTable() {}

    /** One row per run and job. */
    public static Table of(List<SharedJob> jobs) {
        return SCHEMA.table(jobs);
    }
}

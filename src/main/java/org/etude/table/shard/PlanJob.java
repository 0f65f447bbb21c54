// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import java.util.Optional;
import org.etude.plan.FittedSplits;
import org.etude.plan.PlanRequest;
import org.etude.plan.PlanResult;
import org.etude.plan.PlanSearch;
import org.etude.report.Progress;
import org.etude.sweep.ShardMerge;
import org.etude.table.run.CandidatesTable;
import org.etude.table.run.PlansTable;
import tech.tablesaw.api.Table;

/**
 * Merges a sharded search: which steps are estimated depends on the lower bounds of all candidates, so those few are
 * estimated here.
 *
 * @param request what is searched for
 */
public record PlanJob(PlanRequest request) implements JoinableJob {
    @Override
    public String verb() {
        return "plan";
    }

    @Override
    public boolean joinsSome() {
        return false;
    }

    @Override
    public JoinedWork join(ShardMerge parts, Progress progress) {
        PlanResult result = new PlanSearch(request).fastest(parts.parts(FittedSplits.class), progress);
        List<Table> shown = List.of(
                PlansTable.of(result.fastest()), PlansTable.of(result.front()).setName("front"));
        return new JoinedWork(
                shown,
                List.of(CandidatesTable.of(result.candidates())),
                Optional.empty(),
                result.summary(),
                Optional.empty());
    }
}

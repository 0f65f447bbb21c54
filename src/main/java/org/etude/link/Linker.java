// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.match.GroupPairing;
import org.etude.link.match.LinkedGraph;
import org.etude.link.match.PeerPairing;
import org.etude.link.match.SharedGpus;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.RankLog;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.report.WorkerPool;
import org.etude.spec.LinkOptions;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/** Links the host and device traces of all ranks into one graph per rank. */
public final class Linker {
    private Linker() {}

    /**
     * Links every rank, several concurrently. Near-linear in the number of events; about 120 bytes per event while a
     * rank is being linked. The result does not depend on the number of threads.
     *
     * @throws CancellationException when the thread is interrupted
     */
    public static LinkedSet link(TraceSet traces, LinkOptions options, Progress progress) {
        List<RankLog> logs = new ArrayList<>();
        traces.ranks().forEach(trace -> logs.add(new RankLog(trace.rank())));
        List<LinkedRank> alone = linkAll(traces.ranks(), logs, options, progress);
        List<LinkedRank> ranks = PeerPairing.complete(GroupPairing.complete(alone, logs), logs);
        List<LinkedSet.Unmatched> unmatched = new ArrayList<>();
        Report report = Report.empty();
        for (RankLog log : logs) {
            unmatched.addAll(log.unmatched());
            report = report.plus(log.report());
        }
        CollectiveMatches matches =
                CollectiveMatcher.match(new LinkedSet(traces, ranks, unmatched, report, Optional.empty()));
        report = report.plus(SharedGpus.find(ranks)).plus(matches.report());
        return new LinkedSet(traces, ranks, unmatched, report, Optional.of(matches));
    }

    /** Links one rank in isolation, without what other ranks know about its collectives. */
    public static LinkedGraph rank(RankTrace trace, LinkOptions options, RankLog log) {
        return RankLinker.link(trace, options, log);
    }

    private static List<LinkedRank> linkAll(
            List<RankTrace> traces, List<RankLog> logs, LinkOptions options, Progress progress) {
        int threads = Math.max(1, Math.min(options.threads(), traces.size()));
        List<Callable<LinkedRank>> tasks = new ArrayList<>();
        for (int k = 0; k < traces.size(); k++) {
            RankTrace trace = traces.get(k);
            RankLog log = logs.get(k);
            tasks.add(() -> RankLinker.link(trace, options, log));
        }
        try (WorkerPool pool = new WorkerPool("etude-link", threads)) {
            return pool.inOrder(
                    tasks, done -> progress.at("link rank " + traces.get(done).rank(), done, traces.size()));
        }
    }
}

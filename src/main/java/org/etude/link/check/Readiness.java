// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import java.util.ArrayList;
import java.util.List;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Whether traces can be simulated: counts per rank, and a finding for everything missing with advice on how to record
 * it.
 *
 * @param source where the traces came from
 * @param worldSize number of ranks of the job, as far as known
 * @param ranks the counts, ascending by rank
 * @param report what is missing or suspicious; the effect of a finding states what to do
 */
public record Readiness(String source, int worldSize, List<RankCounts> ranks, Report report) {
    /** Copies the list. */
    public Readiness {
        ranks = List.copyOf(ranks);
    }

    /** Whether the traces have everything that a simulation requires. */
    public boolean isReady() {
        return !report.has(Level.ERROR);
    }

    /** Findings that prevent a simulation, except missing ranks, which copies can replace. */
    public Report blocking() {
        return Report.of(report.findings().stream()
                .filter(finding -> finding.level() == Level.ERROR && !JobChecks.isMissingRanks(finding))
                .toList());
    }

    /**
     * Checks traces before linking: collectives by their arguments and names, without bytes. One pass over the events.
     */
    public static Readiness of(TraceSet traces) {
        List<RankCounts> counts = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            counts.add(new RankCounter(rank).count());
        }
        return new Readiness(traces.source(), traces.worldSize(), counts, report(traces, counts, false));
    }

    /** Checks linked traces, including collectives, their bytes and what could not be linked. */
    public static Readiness of(LinkedSet linked) {
        List<RankCounts> counts = new ArrayList<>();
        List<Finding> more = new ArrayList<>();
        for (LinkedRank rank : linked.ranks()) {
            counts.add(new RankCounter(rank.trace()).count(rank));
            LinkChecks.run(rank, counts.get(counts.size() - 1).hostOps(), more);
        }
        misfits(linked, more);
        TraceSet traces = linked.traces();
        return new Readiness(
                traces.source(),
                traces.worldSize(),
                counts,
                report(traces, counts, collectivesFit(linked)).plus(Report.of(more)));
    }

    /** Collectives that ranks call in different orders, with different types or sizes: repair may mend them, or a run stalls. */
    private static void misfits(LinkedSet linked, List<Finding> more) {
        List<Finding> errors =
                linked.matches().map(CollectiveMatches::report).orElse(Report.empty()).findings().stream()
                        .filter(finding -> finding.level() == Level.ERROR)
                        .toList();
        if (!errors.isEmpty()) {
            Finding first = errors.get(0);
            more.add(
                    new Finding(
                            Level.WARNING,
                            "check",
                            -1,
                            "",
                            Counted.of(errors.size(), "collective does not fit", "collectives do not fit")
                                    + " together across the ranks",
                            "the first, " + first.where() + ": " + first.what(),
                            "'etude run' repairs them as most ranks have them, and names those that it cannot; 'etude link' lists all"));
        }
    }

    private static boolean collectivesFit(LinkedSet linked) {
        return linked.matches()
                .filter(all -> all.matches().stream()
                        .noneMatch(match -> match.type() != CollectiveType.SEND
                                && !match.missing().isEmpty()))
                .isPresent();
    }

    private static Report report(TraceSet traces, List<RankCounts> counts, boolean collectivesFit) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            new RankChecks(traces, traces.ranks().get(i), counts.get(i), findings).run();
        }
        new JobChecks(traces, counts, collectivesFit, findings).run();
        return Report.of(findings);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.check.StreamCountRule;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.repair.across.CollectiveCheck;
import org.etude.repair.across.GroupNames;
import org.etude.repair.across.Ranks;
import org.etude.repair.across.RecordedGroups;
import org.etude.repair.across.TransferCheck;
import org.etude.repair.graph.Change;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;
import org.etude.repair.pass.Cycles;
import org.etude.repair.pass.DanglingDependencies;
import org.etude.repair.pass.DuplicateIds;
import org.etude.repair.pass.EmptyGraph;
import org.etude.repair.pass.GraphPass;
import org.etude.repair.pass.MissingCommAttributes;
import org.etude.repair.pass.RedundantDependencies;
import org.etude.repair.pass.SoundTemplates;
import org.etude.repair.pass.UnsupportedNodes;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.RepairOptions;

/** Repairs execution traces so that they can run: all passes in order, then the checks across ranks. */
public final class Repair {
    private Repair() {}

    /** {@link #run(EtSet, RepairOptions, Progress)} with the defaults. */
    public static Repaired run(EtSet set) {
        return run(set, RepairOptions.defaults(), Progress.NONE);
    }

    /**
     * Repairs the traces of a job. The result is acyclic, has unique ids and no dangling dependency, and running it
     * again changes nothing. Linear in nodes and dependencies apart from sorting; about 25 bytes per node and 4 per
     * dependency in addition to the graphs.
     *
     * @param set the traces, which are not modified
     * @param options what repair may do
     * @param progress is notified of each rank
     * @return the repaired traces, and every change as a row
     */
    public static Repaired run(EtSet set, RepairOptions options, Progress progress) {
        return run(set, options, progress, true);
    }

    /** The same; examining ranks of one template only once affects only the run time. */
    static Repaired run(EtSet set, RepairOptions options, Progress progress, boolean byTemplate) {
        ChangeLog log = new ChangeLog();
        List<Finding> findings = new ArrayList<>();
        Ranks ranks = new Ranks(set.ranks(), progress, byTemplate);
        RecordedGroups recorded = new RecordedGroups(ranks);
        List<GraphPass> passes = passes(set.groups(), options);
        SoundTemplates sound = new SoundTemplates();
        ranks.edit((graph, rank) -> {
            if (byTemplate && sound.has(graph, rank)) {
                return graph;
            }
            EtGraph after = runAll(passes, graph, rank, log);
            if (after == graph) {
                sound.passed(graph, rank);
            }
            return after;
        });
        CommGroups groups = new GroupNames(ranks, recorded, log, findings).run(set.groups());
        new TransferCheck(ranks, options, findings).run(log);
        new CollectiveCheck(ranks, groups, options, findings).run(log);
        ranks.edit((graph, rank) -> graph.size() > 0 ? graph : runAll(List.of(new EmptyGraph()), graph, rank, log));
        EtSet repaired = new EtSet(set.prefix(), ranks.graphs(), groups, set.report());
        List<Finding> hangs = options.astraSim() ? StreamCountRule.check(repaired, "repair", Level.ERROR) : List.of();
        return result(repaired, findings, log, hangs);
    }

    /**
     * The result of a repair: adds the findings to those of the set.
     *
     * @param set the repaired traces with the findings before repair
     * @param findings what repair found across ranks
     * @param hangs what {@link StreamCountRule} found, if it was asked
     */
    public static Repaired result(EtSet set, List<Finding> findings, ChangeLog log, List<Finding> hangs) {
        List<Finding> all = new ArrayList<>(findings);
        summarize(log, all);
        all.addAll(hangs);
        return new Repaired(set.withReport(set.report().plus(Report.of(all))), Collections.unmodifiableList(log));
    }

    /** The passes over one rank's graph in order; each relies on what those before it have repaired. */
    public static List<GraphPass> passes(CommGroups groups, RepairOptions options) {
        return List.of(
                new DuplicateIds(),
                new DanglingDependencies(),
                new RedundantDependencies(),
                new MissingCommAttributes(groups, options.astraSim()),
                new Cycles(),
                new UnsupportedNodes(options.astraSim()));
    }

    /** Applies passes in order; the same object when nothing changes. */
    public static EtGraph runAll(List<GraphPass> passes, EtGraph graph, int rank, ChangeLog log) {
        EditableGraph draft = new EditableGraph(graph, rank);
        for (GraphPass pass : passes) {
            Progress.checkInterrupted();
            pass.run(draft, log);
        }
        return draft.build();
    }

    /** Adds one finding per rank and pass; the changes hold the details. */
    private static void summarize(List<Change> changes, List<Finding> findings) {
        Map<Integer, Map<String, Integer>> counts = new TreeMap<>();
        for (Change change : changes) {
            counts.computeIfAbsent(change.rank(), rank -> new TreeMap<>()).merge(change.pass(), 1, Integer::sum);
        }
        counts.forEach((rank, passes) -> passes.forEach((pass, count) -> findings.add(new Finding(
                Level.INFO,
                "repair",
                rank,
                "pass " + pass,
                Counted.of(count, "change"),
                "the trace could not be simulated as it was",
                "the table of changes gives the reason for each"))));
    }
}

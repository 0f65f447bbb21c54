// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtSet;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;

/**
 * Checks execution traces against what the standard feeder and ASTRA-sim accept: ERROR rows make them fail or hang;
 * WARNING rows are read differently than intended, or hang only in ASTRA-sim. At most {@value #MAX_ROWS} rows per kind
 * and rank, then a count.
 */
public final class EtValidator {
    static final int MAX_ROWS = 20;

    private final EtSet set;
    private final List<Finding> findings = new ArrayList<>();

    private EtValidator(EtSet set) {
        this.set = set;
    }

    /** Checks every rank. An empty report means that the files load and every node can run. */
    public static Report check(EtSet set, Progress progress) {
        EtValidator validator = new EtValidator(set);
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            Progress.checkInterrupted();
            progress.at("validate", rank, set.ranks().size());
            validator.rank(rank, set.ranks().get(rank));
        }
        validator.groups();
        validator.findings.addAll(CrossRankRules.check(set));
        validator.findings.addAll(StreamCountRule.check(set, "validate", Level.WARNING));
        return Report.of(validator.findings);
    }

    private void rank(int rank, EtGraph graph) {
        if (graph.size() == 0) {
            add(
                    Level.ERROR,
                    rank,
                    "",
                    "the trace has no nodes",
                    "the feeder rejects it",
                    "this rank recorded nothing; check its recording and convert again");
            return;
        }
        duplicates(rank, graph);
        dangling(rank, graph);
        order(rank, graph);
        AttributeRules rules = new AttributeRules(set, rank);
        for (int node = 0; node < graph.size(); node++) {
            rules.check(graph, node);
        }
        findings.addAll(rules.findings());
    }

    private void duplicates(int rank, EtGraph graph) {
        LongOpenHashSet seen = new LongOpenHashSet(graph.size());
        LimitedFindings rows = new LimitedFindings(rank);
        for (int node = 0; node < graph.size(); node++) {
            if (!seen.add(graph.id(node))) {
                rows.add(
                        Level.WARNING,
                        where(graph, node),
                        "the id occurs twice",
                        "ids must be unique",
                        "the last definition counts and the dependencies of both are merged; repair renumbers them");
            }
        }
        findings.addAll(rows.rows());
    }

    private void dangling(int rank, EtGraph graph) {
        LimitedFindings rows = new LimitedFindings(rank);
        for (int node = 0; node < graph.size(); node++) {
            for (int k = 0; k < graph.depCount(node); k++) {
                long dep = graph.dep(node, k);
                if (graph.indexOf(dep) < 0) {
                    rows.add(
                            Level.ERROR,
                            where(graph, node),
                            "waits for node " + Long.toUnsignedString(dep) + ", which does not exist",
                            "the feeder reports a corrupted file",
                            "repair drops the dependency");
                } else if (dep == graph.id(node)) {
                    rows.add(
                            Level.ERROR,
                            where(graph, node),
                            "waits for itself",
                            "it can never start",
                            "repair drops the dependency");
                }
            }
        }
        findings.addAll(rows.rows());
    }

    private void order(int rank, EtGraph graph) {
        EtFeeder feeder = new EtFeeder(graph, EtFeeder.Gating.ALL);
        if (!feeder.hasFree()) {
            add(
                    Level.ERROR,
                    rank,
                    "",
                    "no node is free of dependencies",
                    "the feeder rejects the trace",
                    "repair breaks the cycles");
            return;
        }
        while (feeder.hasFree()) {
            feeder.finish(feeder.take());
        }
        int held = graph.size() - feeder.finishedCount();
        if (held > 0) {
            int first = 0;
            while (!feeder.isHeld(first)) {
                first++;
            }
            add(
                    Level.ERROR,
                    rank,
                    where(graph, first),
                    Counted.of(held, "node") + " can never start",
                    "they wait for each other or for nodes that do not exist",
                    "ASTRA-sim ends without running or reporting them; repair breaks the cycles");
        }
    }

    private void groups() {
        set.groups().groups().forEach((id, ranks) -> {
            for (int member : ranks) {
                if (member < 0 || member >= set.ranks().size()) {
                    add(
                            Level.ERROR,
                            -1,
                            "group " + id,
                            "lists rank " + member,
                            "there are " + set.ranks().size() + " ranks",
                            "fix groups.json");
                }
            }
            if (ranks.stream().distinct().count() != ranks.size()) {
                add(
                        Level.ERROR,
                        -1,
                        "group " + id,
                        "lists a rank twice",
                        "each rank may be listed once",
                        "fix groups.json");
            }
            if (id <= 0) {
                add(
                        Level.ERROR,
                        -1,
                        "group " + id,
                        "is not positive",
                        "0 and below denote the whole job",
                        "renumber it");
            }
        });
    }

    static String where(EtGraph graph, int node) {
        return "node " + Long.toUnsignedString(graph.id(node)) + " " + graph.name(node);
    }

    private void add(Level level, int rank, String where, String what, String why, String effect) {
        findings.add(new Finding(level, "validate", rank, where, what, why, effect));
    }
}

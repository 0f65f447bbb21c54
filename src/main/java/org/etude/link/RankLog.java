package org.etude.link;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Collects one rank's findings and unmatched rows while it is linked. */
final class RankLog {
    static final String STAGE = "link";

    private final int rank;
    private final List<Finding> findings = new ArrayList<>();
    private final List<LinkedSet.Unmatched> unmatched = new ArrayList<>();

    RankLog(int rank) {
        this.rank = rank;
    }

    void info(String where, String what, String why, String effect) {
        findings.add(new Finding(Finding.Level.INFO, STAGE, rank, where, what, why, effect));
    }

    void warn(String where, String what, String why, String effect) {
        findings.add(new Finding(Finding.Level.WARNING, STAGE, rank, where, what, why, effect));
    }

    void error(String where, String what, String why, String effect) {
        findings.add(new Finding(Finding.Level.ERROR, STAGE, rank, where, what, why, effect));
    }

    void unmatched(String kind, String name, long startNanos, String reason) {
        unmatched.add(new LinkedSet.Unmatched(rank, kind, name, startNanos, reason));
    }

    List<LinkedSet.Unmatched> unmatched() {
        return unmatched;
    }

    Report report() {
        return Report.of(findings);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Collects one rank's findings and unmatched rows while it is linked. */
public final class RankLog {
    public static final String STAGE = "link";

    private final int rank;
    private final List<Finding> findings = new ArrayList<>();
    private final List<LinkedSet.Unmatched> unmatched = new ArrayList<>();

    public RankLog(int rank) {
        this.rank = rank;
    }

    public void info(String where, String what, String why, String effect) {
        findings.add(new Finding(Finding.Level.INFO, STAGE, rank, where, what, why, effect));
    }

    public void warn(String where, String what, String why, String effect) {
        findings.add(new Finding(Finding.Level.WARNING, STAGE, rank, where, what, why, effect));
    }

    public void error(String where, String what, String why, String effect) {
        findings.add(new Finding(Finding.Level.ERROR, STAGE, rank, where, what, why, effect));
    }

    public void unmatched(String kind, String name, long startNanos, String reason) {
        unmatched.add(new LinkedSet.Unmatched(rank, kind, name, startNanos, reason));
    }

    public List<LinkedSet.Unmatched> unmatched() {
        return unmatched;
    }

    public Report report() {
        return Report.of(findings);
    }
}

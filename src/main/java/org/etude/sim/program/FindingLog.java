// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Collects the findings of a run; a finding that was already reported for another rank is not repeated. */
public final class FindingLog {
    private final List<Finding> findings;
    private final Set<String> said = new HashSet<>();

    public FindingLog(List<Finding> first) {
        findings = new ArrayList<>(first);
    }

    /** Adds a warning about a rank, unless the same was already reported for another one. */
    public void warn(int rank, String where, String what, String why, String effect) {
        if (said.add(where + '\n' + what)) {
            findings.add(new Finding(Finding.Level.WARNING, "simulate", rank, where, what, why, effect));
        }
    }

    /** Adds a remark about the whole run, unless it was already made. */
    public void info(String what, String why, String effect) {
        if (said.add(what)) {
            findings.add(new Finding(Finding.Level.INFO, "simulate", -1, "", what, why, effect));
        }
    }

    public Report report() {
        return Report.of(findings);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude;

import org.etude.link.check.Readiness;
import org.etude.link.model.LinkedSet;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.ReadinessTable;
import tech.tablesaw.api.Table;

/** Whether traces can be simulated: {@link LinkedTraces#check}. Immutable; the tables are made anew by each call. */
public final class TraceCheck {
    private final Readiness readiness;

    private TraceCheck(Readiness readiness) {
        this.readiness = readiness;
    }

    static TraceCheck of(LinkedSet set) {
        return new TraceCheck(Readiness.of(set));
    }

    /** Whether the traces have everything that a simulation requires. */
    public boolean isReady() {
        return readiness.isReady();
    }

    /** Counts, one row per rank: {@link ReadinessTable#SCHEMA}. */
    public Table ranks() {
        return ReadinessTable.of(readiness);
    }

    /** What is missing or suspicious, and how to record it: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(readiness.report());
    }

    /** Findings that prevent a simulation, except missing ranks, which copies can replace. */
    public Report blocking() {
        return readiness.blocking();
    }

    @Override
    public String toString() {
        return "TraceCheck: " + (isReady() ? "ready" : "not ready") + System.lineSeparator()
                + TableText.of(findings(), Titles.ROWS);
    }
}

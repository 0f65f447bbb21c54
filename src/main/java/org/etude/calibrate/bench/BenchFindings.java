// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Collects findings about a file of timings. */
public final class BenchFindings {
    private static final String STAGE = "calibrate";

    private final String file;
    private final List<Finding> rows = new ArrayList<>();

    /** Creates a collector for this file. */
    public BenchFindings(String file) {
        this.file = file;
    }

    /** Adds a finding of level INFO. */
    public void info(String where, String what, String why, String effect) {
        add(Finding.Level.INFO, where, what, why, effect);
    }

    /** Adds a finding of level WARNING. */
    public void warning(String where, String what, String why, String effect) {
        add(Finding.Level.WARNING, where, what, why, effect);
    }

    /** Reports that the file ends inside a row. */
    void incompleteRow(long line) {
        warning(
                "line " + line,
                "the file ends inside a row",
                "the benchmark was stopped, or the file was copied while it was written",
                "the row was skipped");
    }

    /**
     * Reports that JSON ends before it is complete.
     *
     * @param where the line of the end, or ""
     * @param read the complete results, counted
     */
    void incomplete(String where, String read) {
        warning(
                where,
                "the file ends early, after " + read,
                "the benchmark was stopped, or the file was copied while it was written",
                "these were used; what follows them is missing");
    }

    private void add(Finding.Level level, String where, String what, String why, String effect) {
        rows.add(new Finding(level, STAGE, -1, where.isEmpty() ? file : file + ", " + where, what, why, effect));
    }

    /** All findings, in order. */
    public Report report() {
        return Report.of(rows);
    }
}

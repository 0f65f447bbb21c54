// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Findings about a file of timings. */
public final class BenchFindings {
    private static final String STAGE = "calibrate";

    private final String file;
    private final List<Finding> rows = new ArrayList<>();

    /** Findings about this file. */
    public BenchFindings(String file) {
        this.file = file;
    }

    /** Worth knowing. */
    public void info(String where, String what, String why, String effect) {
        add(Finding.Level.INFO, where, what, why, effect);
    }

    /** The timings rest on it. */
    public void warning(String where, String what, String why, String effect) {
        add(Finding.Level.WARNING, where, what, why, effect);
    }

    private void add(Finding.Level level, String where, String what, String why, String effect) {
        rows.add(new Finding(level, STAGE, -1, where.isEmpty() ? file : file + ", " + where, what, why, effect));
    }

    /** All of them, in the order made. */
    public Report report() {
        return Report.of(rows);
    }
}

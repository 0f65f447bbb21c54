// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;

/** Collects the assumptions of scaling. */
final class ScaleLog {
    private final List<Finding> rows = new ArrayList<>();

    void info(String where, String what, String why, String effect) {
        rows.add(new Finding(Level.INFO, "scale", -1, where, what, why, effect));
    }

    void warn(String where, String what, String why, String effect) {
        rows.add(new Finding(Level.WARNING, "scale", -1, where, what, why, effect));
    }

    Report report() {
        return Report.of(rows);
    }
}

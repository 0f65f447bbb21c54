// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import org.etude.report.Finding;
import org.etude.report.Report;

/** Prints the reports of generators. */
public final class GeneratedFiles {
    private GeneratedFiles() {}

    /** Prints findings on stderr, one line each. */
    public static void tell(Report report, Console console) {
        for (Finding finding : report) {
            String where =
                    finding.where().isEmpty() && finding.rank() >= 0 ? "rank " + finding.rank() : finding.where();
            console.say((where.isEmpty() ? "" : where + ": ") + finding.what() + ": " + finding.why() + "; "
                    + finding.effect());
        }
    }
}

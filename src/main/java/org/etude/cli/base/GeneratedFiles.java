package org.etude.cli.base;

import org.etude.report.Finding;
import org.etude.report.Report;

/** What generators have to say besides their files. */
public final class GeneratedFiles {
    private GeneratedFiles() {}

    /** Prints findings on stderr, a line each. */
    public static void tell(Report report, Console console) {
        for (Finding finding : report) {
            console.err()
                    .println("etude: " + finding.where() + ": " + finding.what() + ": " + finding.why() + "; "
                            + finding.effect());
        }
    }
}

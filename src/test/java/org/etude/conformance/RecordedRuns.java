// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.conformance.model.CaseLayout;
import org.etude.conformance.simai.SimAiLayouts;
import org.etude.conformance.triosim.TraceLayout;
import org.etude.conformance.triosim.TrioSimLayout;

/** All kinds of recorded cases together: what {@code etude conformance DIR} runs. */
public final class RecordedRuns {
    private RecordedRuns() {}

    /**
     * Runs every case below a directory.
     *
     * @return the number of cases that differ from their recording
     * @throws org.etude.report.EtudeException when the directory holds no case
     */
    public static int run(Path directory, PrintStream out) {
        List<CaseLayout> more = new ArrayList<>(SimAiLayouts.all());
        more.add(new TrioSimLayout());
        more.add(new TraceLayout());
        return Conformance.run(directory, more, out);
    }
}

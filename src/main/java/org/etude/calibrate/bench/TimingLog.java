// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.ArrayList;
import java.util.List;
import org.etude.calibrate.CollectiveTiming;
import org.etude.report.Report;

/**
 * The timings of a file, with assumptions and omissions of reading it.
 *
 * @param timings the timed collectives, in the file's order
 * @param report assumptions and omissions
 */
public record TimingLog(List<CollectiveTiming> timings, Report report) {
    /** Copies the list. */
    public TimingLog {
        timings = List.copyOf(timings);
    }

    /** Timings without a finding. */
    public static TimingLog of(List<CollectiveTiming> timings) {
        return new TimingLog(timings, Report.empty());
    }

    /** These timings followed by those of another. */
    public TimingLog plus(TimingLog other) {
        List<CollectiveTiming> all = new ArrayList<>(timings);
        all.addAll(other.timings);
        return new TimingLog(all, report.plus(other.report));
    }
}

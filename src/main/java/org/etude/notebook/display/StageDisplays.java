// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.List;
import java.util.Optional;
import org.etude.Calibration;
import org.etude.CalibrationFit;
import org.etude.Extrapolation;
import org.etude.LinkedTraces;
import org.etude.LlmWorkload;
import org.etude.Simulation;
import org.etude.StepSummary;
import org.etude.Sweep;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.TrioSimRun;
import org.etude.Workload;
import org.etude.analysis.StepBound;
import org.etude.report.Counted;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
import tech.tablesaw.api.Table;

/** The summary of each of Etude's stages: a line of text and the most informative tables. */
final class StageDisplays {
    private static final int MOST_FINDINGS = 20;

    /**
     * A summary.
     *
     * @param head text above the tables
     * @param tables the tables; empty ones are left out
     */
    record Summary(String head, List<Table> tables) {}

    private StageDisplays() {}

    /** The summary of one of Etude's values; empty for any other. */
    static Optional<Summary> of(Object value) {
        if (value instanceof Traces traces) {
            return summary(traces, traces.ranks(), traces.steps(), findings(traces.findings()));
        }
        if (value instanceof LinkedTraces linked) {
            return summary(linked, linked.report(), findings(linked.findings()));
        }
        if (value instanceof Workload work) {
            return summary(work, work.summary(), work.changes(), findings(work.findings()));
        }
        if (value instanceof LlmWorkload llm) {
            return summary(llm, llm.memory(), llm.communication(), findings(llm.findings()));
        }
        if (value instanceof Extrapolation spread) {
            return summary(spread, spread.stages(), findings(spread.findings()));
        }
        if (value instanceof Simulation sim) {
            return summary(sim, sim.ranks(), findings(sim.findings()));
        }
        if (value instanceof StepSummary || value instanceof StepBound) { // lines of more than a hundred characters
            return Optional.of(new Summary(String.valueOf(value), List.of()));
        }
        if (value instanceof TrioSimRun run) {
            return summary(run, run.ops(), findings(run.findings()));
        }
        if (value instanceof Topology topology) {
            return summary(topology, topology.summary(), findings(topology.findings()));
        }
        if (value instanceof Calibration calibration) {
            return summary(calibration, calibration.table());
        }
        if (value instanceof CalibrationFit fit) {
            return summary(fit, fit.parameters(), fit.errors());
        }
        if (value instanceof Sweep.Result sweep) {
            return summary(sweep, sweep.table());
        }
        return value instanceof Report report
                ? Optional.of(new Summary(
                        "Report: " + Counted.of(report.size(), "finding"), List.of(FindingsTable.of(report))))
                : Optional.empty();
    }

    /** A value's text above its own tables. */
    private static Optional<Summary> summary(Object value, Table... tables) {
        String text = String.valueOf(value);
        StringBuilder head = new StringBuilder();
        String first = tables[0].columnCount() == 0 ? "" : tables[0].column(0).name();
        for (String line : text.lines().toList()) {
            if (!head.isEmpty() && !first.isEmpty() && line.strip().startsWith(first + " ")) {
                break;
            }
            head.append(head.isEmpty() ? "" : "\n").append(line);
        }
        return Optional.of(new Summary(head.toString(), List.of(tables)));
    }

    private static Table findings(Table findings) {
        return findings.rowCount() <= MOST_FINDINGS
                ? findings
                : findings.first(MOST_FINDINGS)
                        .setName("findings (the first " + MOST_FINDINGS + " of " + findings.rowCount() + ")");
    }
}

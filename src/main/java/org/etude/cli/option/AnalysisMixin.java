// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.ArrayList;
import java.util.List;
import org.etude.Simulation;
import org.etude.SimulationSetup;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.HelpGroup;
import org.etude.spec.WhatIf;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** What to ask a run besides where its time went. */
@HelpGroup("Questions about the run")
public final class AnalysisMixin {
    @Allowed(from = 1)
    @Option(
            names = "--exposed",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = "10",
            description = "Show the N collectives and messages that cause most exposed communication. Default: 10.")
    private Integer exposed;

    @Option(names = "--stragglers", description = "Show which ranks arrive late at collectives.")
    private boolean stragglers;

    @Option(
            names = "--what-if",
            paramLabel = "CHANGE",
            converter = WhatIfArgument.Converter.class,
            description = "Simulate again with something changed and show the gain. Repeat for several"
                    + " questions. Links by speed: links=2, level:0=2, link:8-12=2, latency=0.5; work by time:"
                    + " compute=0.5, host=0, ops:matmul=0.5, op:aten::mm=0, collectives=0; joined by commas both.")
    private List<WhatIfArgument> questions = new ArrayList<>();

    private boolean interrupted;

    /**
     * Rejects questions that do not apply to a run, before it is simulated.
     *
     * @throws org.etude.spec.SimulationException when a question matches no node or link
     */
    public void check(SimulationSetup setup) {
        for (WhatIfArgument question : questions) {
            setup.check(question.question());
        }
    }

    /** Whether a question is about links, so that transfers must be simulated. */
    boolean asksForLinks() {
        return questions.stream()
                .anyMatch(q -> q.question().apply(WhatIf.nothing()).changesLinks());
    }

    /** The requested tables. What-if questions are omitted for a run that did not end, because its step is unknown. */
    public List<Table> tables(Simulation sim) {
        List<Table> tables = new ArrayList<>();
        if (exposed != null) {
            Table all = sim.exposedComm();
            tables.add(all.first(Math.min(exposed, all.rowCount())).setName(all.name()));
        }
        if (stragglers) {
            tables.add(sim.stragglers());
        }
        if (!questions.isEmpty() && sim.isComplete()) {
            tables.add(answers(sim));
        }
        return tables;
    }

    /** The exit code of a run, unless its what-if questions were interrupted. */
    public int exitCode(int run) {
        return interrupted ? ExitCode.INTERRUPTED : run;
    }

    /** One row per question; on an interrupt, those already answered. */
    private Table answers(Simulation sim) {
        Table answers = sim.whatIf();
        for (WhatIfArgument question : questions) {
            try {
                answers.append(sim.whatIf(question.question()));
            } catch (Simulation.Interrupted e) {
                interrupted = true;
                return answers;
            }
        }
        return answers;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.util.Set;
import org.etude.Traces;
import org.etude.cli.base.Allowed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** Sequences of GPU work that come again and again. */
@Command(
        name = "sequences",
        footer = {
            "",
            "Most frequent first: candidates for a fused kernel.",
            "",
            "Examples: etude sequences my-traces",
            "          etude sequences my-traces --operator attention --least 5"
        })
public final class SequencesCommand extends QuestionCommand {
    private static final Set<String> OWN = Set.of("--operator", "--least");

    @Option(
            names = "--operator",
            paramLabel = "TEXT",
            defaultValue = "",
            description =
                    "Sequences inside operators or annotations whose name contains this. Default: the outermost operators.")
    private String operator;

    @Allowed(from = 1)
    @Option(
            names = "--least",
            paramLabel = "N",
            defaultValue = "3",
            description = "Leave shorter sequences out. Default: 3.")
    private int least;

    @Override
    boolean leavesOut(OptionSpec option) {
        return super.leavesOut(option) || OWN.contains(option.longestName());
    }

    @Override
    Table ask(Traces traces) {
        return traces.sequences(operator, least);
    }
}

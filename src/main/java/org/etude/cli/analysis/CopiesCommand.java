package org.etude.cli.analysis;

import org.etude.Traces;
import org.etude.plot.chart.QuestionFigures;
import org.etude.plot.figure.Figure;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** Copies and their bandwidth. */
@Command(
        name = "copies",
        footer = {"", "Examples: etude copies my-traces", "          etude copies my-traces --step 2"})
public final class CopiesCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.copies();
    }

    @Override
    Figure figure(Table table) {
        return QuestionFigures.COPIES.of(table);
    }
}

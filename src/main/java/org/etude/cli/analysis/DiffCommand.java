// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.option.RecordingInput;
import org.etude.report.ShellWord;
import org.etude.spec.SimulationException;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** What differs between two recordings, a recording and a simulated run, or two runs. */
@Command(
        name = "diff",
        footer = {
            "",
            "Two PATHs: before and after. Counts and times are per rank and step, so jobs of any size can be compared.",
            "",
            "Examples: etude diff traces-monday traces-friday",
            "          etude diff my-traces runs/x -o diff.pdf",
            "          etude diff runs/x runs/y --format csv"
        })
public final class DiffCommand extends QuestionCommand {
    @Override
    Table table(RecordingInput given) {
        if (given.paths().size() != 2) {
            throw wrong("diff takes two PATHs, before and after, and got "
                    + given.paths().size());
        }
        List<Path> before = given.paths().subList(0, 1);
        List<Path> after = given.paths().subList(1, 2);
        Optional<Simulation> first = isRun(given, before);
        Optional<Simulation> second = isRun(given, after);
        if (first.isPresent()) {
            return first.get()
                    .diff(second.orElseThrow(() -> new SimulationException(
                            before.get(0) + " is a simulated run and " + after.get(0) + " a recording",
                            "Give the recording first: etude diff "
                                    + ShellWord.of(after.get(0).toString()) + " "
                                    + ShellWord.of(before.get(0).toString()) + ".")));
        }
        Traces recorded = given.load(before, progress());
        return second.isPresent() ? recorded.diff(second.get()) : recorded.diff(given.load(after, progress()));
    }

    private static Optional<Simulation> isRun(RecordingInput given, List<Path> path) {
        return given.simulated(path);
    }

    @Override
    Table ask(Traces traces) {
        throw new IllegalStateException("diff asks two");
    }
}

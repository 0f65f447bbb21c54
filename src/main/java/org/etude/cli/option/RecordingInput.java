// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.base.HelpGroup;
import org.etude.cli.base.RecordingPaths;
import org.etude.report.Progress;
import org.etude.spec.EventFilter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A recording or a saved simulated run, as the input of an analysis. */
@HelpGroup("Reading")
public final class RecordingInput {
    @Mixin
    private RecordingPaths where = new RecordingPaths();

    @Mixin
    private ReadingMixin reading = new ReadingMixin();

    @Mixin
    private FilterMixin filter = new FilterMixin();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The given paths. */
    public List<Path> paths() {
        return where.paths();
    }

    /** The simulated run at these paths, if they are one. */
    public Optional<Simulation> simulated(List<Path> of) {
        Optional<Path> saved = of.size() == 1 ? Simulation.find(of.get(0)) : Optional.empty();
        if (saved.isPresent() && (reading.isGiven() || filter.isGiven())) {
            throw new ParameterException(
                    spec.commandLine(),
                    of.get(0) + " is a simulated run; --step, --keep-truncated and filters are for recordings");
        }
        return saved.map(Simulation::read);
    }

    /** Whether truncated files are used. */
    public boolean keepsTruncated() {
        return reading.keepsTruncated();
    }

    /** The only step to look at, if given. */
    public Optional<Integer> step() {
        return reading.step();
    }

    /** The filter on events. */
    public EventFilter filter() {
        return filter.filter();
    }

    /** Loads recordings. */
    public Traces load(List<Path> of, Progress progress) {
        return filter.apply(reading.load(of, progress));
    }
}

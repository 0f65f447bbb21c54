// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.etude.compat.triosim.TrioSim;
import org.etude.compat.triosim.TrioSimChromeTrace;
import org.etude.compat.triosim.TrioSimTimeline;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.table.FindingsTable;
import org.etude.table.recorded.TimelineTable;
import org.etude.table.run.TrioSimMessagesTable;
import org.etude.table.run.TrioSimOpsTable;
import tech.tablesaw.api.Table;

/**
 * A step recorded on one GPU, as TrioSim extrapolates it to many: {@code TrioSimRun.of("vgg13", s ->
 * s.tensorParallel().gpus(8))}. Immutable; the tables are made anew by each call.
 */
public final class TrioSimRun {
    private final TrioSimSettings settings;
    private final TrioSimResult result;
    private final TrioSimTimeline timeline;

    private TrioSimRun(TrioSimSettings settings, TrioSimResult result, TrioSimTimeline timeline) {
        this.settings = settings;
        this.result = result;
        this.timeline = timeline;
    }

    /**
     * Runs a step.
     *
     * @param directory a directory with trace.csv and tensor.csv
     * @param options changes {@link TrioSimSettings#defaults()}
     * @throws org.etude.report.EtudeException when the files or settings cannot be used, or the run cannot end
     */
    public static TrioSimRun of(String directory, UnaryOperator<TrioSimSettings> options) {
        return of(Given.path(directory), options);
    }

    /** {@link #of(String, UnaryOperator)}. */
    public static TrioSimRun of(Path directory, UnaryOperator<TrioSimSettings> options) {
        TrioSimSettings settings = Given.options(options, TrioSimSettings.defaults());
        return of(TrioSimTrace.read(Given.value(directory, "the directory")), settings);
    }

    /** Runs a step that was already read. */
    @Internal
    public static TrioSimRun of(TrioSimTrace step, TrioSimSettings settings) {
        TrioSimTimeline timeline = new TrioSimTimeline();
        return new TrioSimRun(settings, TrioSim.run(step, settings, timeline), timeline);
    }

    /** The result behind this value. */
    @Internal
    public TrioSimResult result() {
        return result;
    }

    /** How long the step takes, in ms. */
    public double stepMs() {
        return result.totalMs();
    }

    /** One row per operator and GPU: {@link TrioSimOpsTable#SCHEMA}; only GPU 0 where it represents all. */
    public Table ops() {
        return TrioSimOpsTable.of(timeline.ops());
    }

    /** One row per message, or per all-reduce where one GPU represents all: {@link TrioSimMessagesTable#SCHEMA}. */
    public Table messages() {
        return TrioSimMessagesTable.of(timeline.messages());
    }

    /** Where the model differs from the original TrioSim: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(result.report());
    }

    /**
     * Writes the run as a Chrome trace for Perfetto: one process per GPU, about 200 bytes per operator and message.
     *
     * @throws org.etude.report.EtudeException when the file cannot be written
     */
    public TrioSimRun exportPerfetto(String file) {
        return exportPerfetto(Given.path(file));
    }

    /** {@link #exportPerfetto(String)}. */
    public TrioSimRun exportPerfetto(Path file) {
        TrioSimChromeTrace.write(timeline, Given.value(file, "the file"));
        return this;
    }

    /** The timeline that {@link Plots#timeline(TrioSimRun)} draws. */
    Table timeline() {
        return TimelineTable.of(timeline);
    }

    /** One line with the number of GPUs and the step time. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "TrioSim, %s on %d GPUs: step %.3f ms, %d operators",
                settings.parallelism().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                settings.gpus(),
                result.totalMs(),
                result.ops());
    }
}

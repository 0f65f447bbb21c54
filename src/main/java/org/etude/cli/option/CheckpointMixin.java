// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.Simulation;
import org.etude.SimulationSettings;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.Command;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.HelpGroup;
import org.etude.cli.base.OutputException;
import org.etude.unit.Time;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Where a simulation is saved while it runs. */
@HelpGroup("Limits and shortcuts")
public final class CheckpointMixin implements CheckedOptions {
    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Save the run to this file periodically, and when the process is asked to stop"
                    + " (SIGTERM, Ctrl-C). The same command resumes from the file if it exists, and"
                    + " removes it once the results are written.")
    private Path file;

    @Allowed(from = 1, give = "more than 0")
    @Option(
            names = "--checkpoint-every",
            paramLabel = "TIME",
            converter = IntervalConverter.class,
            defaultValue = "10m",
            description = "Real time between two saves: 90s, 10m, 1h. Default: 10m.")
    private Time every;

    @Override
    public void check(GivenOptions given) {
        given.need("--checkpoint", "--checkpoint-every");
    }

    /** Applies the options for a command, which reports saves on stderr. */
    public void set(SimulationSettings settings, Command command) {
        if (file != null) {
            settings.checkpoint(file, every, what -> say(command, what)).keepCheckpoint();
        }
    }

    private static void say(Command command, String what) {
        command.quiet();
        command.console().err().println("etude: " + what);
        command.console().err().flush();
    }

    /** Called when the results of a run are written: removes the checkpoint of a complete run. */
    public void resultsAreThere(Simulation sim) {
        if (file == null || sim.isInterrupted() || sim.isLimited()) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }

    /** Parses a time that may be in minutes or hours. */
    static final class IntervalConverter implements ITypeConverter<Time> {
        private static final Pattern LONG = Pattern.compile("([0-9]{1,6})(m|min|h)");
        private static final int SECONDS = 60;

        @Override
        public Time convert(String text) {
            Matcher matcher = LONG.matcher(text);
            if (!matcher.matches()) {
                return new LimitsMixin.TimeConverter().convert(text);
            }
            int seconds = matcher.group(2).equals("h") ? SECONDS * SECONDS : SECONDS;
            return Time.seconds((double) Integer.parseInt(matcher.group(1)) * seconds);
        }
    }
}

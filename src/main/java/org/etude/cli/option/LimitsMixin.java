// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.SimulationSettings;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.HelpGroup;
import org.etude.spec.SimOptions;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** When a simulation stops early. */
@HelpGroup("Limits and shortcuts")
public final class LimitsMixin {
    @Allowed(from = 1e9, give = "1ms or more")
    @Option(
            names = "--max-time",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Stop after this much real time, e.g. 60s, with the tables so far and exit status 75.")
    private Time wall;

    @Allowed(from = 1e3, give = "1ns or more")
    @Option(
            names = "--max-simulated-time",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Stop before anything later than this simulated time, e.g. 10ms.")
    private Time simulated;

    @Allowed(from = 1)
    @Option(names = "--max-events", paramLabel = "N", description = "Stop after this many events.")
    private Long events;

    @Allowed(from = 1, give = "more than 0")
    @Option(
            names = "--max-memory",
            paramLabel = "SIZE",
            converter = BytesText.class,
            description = "Stop when this much memory is in use, e.g. 2GB.")
    private Bytes memory;

    /** Sets the limits. */
    void set(SimulationSettings settings) {
        if (wall != null) {
            settings.limitRealTime(wall);
        }
        if (simulated != null) {
            settings.limitSimulatedTime(simulated);
        }
        if (events != null) {
            settings.limitEvents(events);
        }
        if (memory != null) {
            settings.limitMemory(memory);
        }
    }

    /** The options with these limits. */
    public SimOptions on(SimOptions options) {
        return options.limits(on(options.limits()));
    }

    private SimOptions.Limits on(SimOptions.Limits given) {
        SimOptions.Limits limits = given;
        limits = wall == null ? limits : limits.wallTime(wall);
        limits = simulated == null ? limits : limits.simulatedTime(simulated);
        limits = events == null ? limits : limits.events(events);
        limits = memory == null ? limits : limits.memory(memory);
        return limits;
    }

    /** Parses a time with a unit. */
    static final class TimeConverter implements ITypeConverter<Time> {
        @Override
        public Time convert(String text) {
            if (!text.isBlank() && Character.isDigit(text.charAt(text.length() - 1))) {
                throw new TypeConversionException("'" + text + "' has no unit. Write it as 60s or 10ms.");
            }
            return new TimeText().convert(text);
        }
    }
}

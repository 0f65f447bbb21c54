// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.Traces;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.DeclaredOption;
import org.etude.cli.base.HelpGroup;
import org.etude.spec.EventFilter;
import org.etude.unit.Time;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which part of a recording to look at. */
@HelpGroup("Part of the recording")
public final class FilterMixin {
    @Allowed(from = 0, give = "0 or more")
    @Option(names = "--ranks", paramLabel = "N,...", split = ",", description = "Only these ranks.")
    private int[] ranks = {};

    @Option(
            names = "--streams",
            paramLabel = "N,...",
            split = ",",
            description = "Only GPU work on these streams; events of the host stay.")
    private int[] streams = {};

    @Option(
            names = "--name",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Only events whose name contains the text, with what they call and launch.")
    private String name;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeText.class,
            description = "Only events that start at least this long after the first one, such as 2ms.")
    private Time from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = TimeText.class,
            description = "Only events that start before this time.")
    private Time to;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Whether an option is one of these. */
    public static boolean declares(OptionSpec option) {
        DeclaredOption declared = DeclaredOption.of(option);
        return declared != null && declared.owner() == FilterMixin.class;
    }

    /** Whether a filter was given. */
    boolean isGiven() {
        return ranks.length > 0 || streams.length > 0 || !name.isEmpty() || from != null || to != null;
    }

    /** The filtered traces. */
    Traces apply(Traces traces) {
        return isGiven() ? traces.filter(f -> filter()) : traces;
    }

    /** The filter. */
    EventFilter filter() {
        try {
            EventFilter filter = EventFilter.all().ranks(ranks).streams(streams).name(name);
            filter = from == null ? filter : filter.from(from);
            return to == null ? filter : filter.to(to);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}

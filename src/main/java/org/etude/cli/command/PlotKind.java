// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.etude.cli.base.Suggestion;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The figures that {@code etude plot} draws. */
enum PlotKind {
    /** What ran when. */
    TIMELINE,
    /** Where each rank's step goes. */
    OVERLAP,
    /** Runs side by side. */
    COMPARE,
    /** Step time over ranks. */
    SCALING,
    /** How busy links were. */
    LINKS,
    /** What waited before dimensions. */
    QUEUES,
    /** Completion times of flows. */
    FCT,
    /** What the step's end hung on. */
    CRITICAL_PATH,
    /** Fitted against measured. */
    CALIBRATION,
    /** A network. */
    TOPOLOGY,
    /** What ran, and how long. */
    KERNELS,
    /** Why streams were idle. */
    IDLE,
    /** Which operator launched what. */
    OPERATORS,
    /** What launching costs. */
    LAUNCHES,
    /** Lengths of launch queues. */
    LAUNCH_QUEUES,
    /** Copies and memory sets. */
    COPIES,
    /** Marked ranges. */
    ANNOTATIONS,
    /** Rates of matrix products. */
    FLOPS,
    /** Memory in use. */
    MEMORY,
    /** Sequences of kernels. */
    SEQUENCES,
    /** Hardware counters. */
    COUNTERS,
    /** Bandwidth of collectives. */
    BANDWIDTH,
    /** What stays in a node. */
    TRAFFIC,
    /** What differs. */
    DIFF;

    /** Whether it shows the activity of a simulated network. */
    boolean showsNetwork() {
        return this == LINKS || this == QUEUES || this == FCT;
    }

    /** Whether it shows the analysis of a recording done by the command of the same name. */
    boolean isQuestion() {
        return compareTo(KERNELS) >= 0;
    }

    /** Whether recordings are drawn as they are, not simulated. */
    boolean showsRecordings() {
        return this == TIMELINE || this == OVERLAP || isQuestion();
    }

    /** The table of the analysis. */
    String table() {
        return switch (this) {
            case TRAFFIC -> "node_traffic";
            case MEMORY -> "memory_timeline";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }

    /** The name as typed. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Parses a kind. */
    static final class Converter implements ITypeConverter<PlotKind> {
        @Override
        public PlotKind convert(String text) {
            for (PlotKind kind : values()) {
                if (kind.text().equals(text.toLowerCase(Locale.ROOT).replace('_', '-'))) {
                    return kind;
                }
            }
            List<String> names = Arrays.stream(values()).map(PlotKind::text).toList();
            String question = Suggestion.question(Suggestion.of(text, names));
            throw new TypeConversionException("'" + text + "' is not a known figure"
                    + (question.isEmpty() ? "" : ". " + question) + "\n  Figures: " + String.join(", ", names));
        }
    }
}

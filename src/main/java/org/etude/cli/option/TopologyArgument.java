// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import org.etude.Topology;
import org.etude.report.EtudeException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A topology argument: a text such as {@code torus:4x4x8}, or a file or directory. If it does not depend on the number
 * of ranks it is parsed at once, so that an error is reported before anything is done: as wrong usage if the text is
 * wrong, as a failure if the file cannot be used.
 */
public final class TopologyArgument {
    private final String text;
    private final boolean dependsOnRanks;
    private final IntFunction<Topology> sized;

    private TopologyArgument(String text, boolean dependsOnRanks, IntFunction<Topology> sized) {
        this.text = text;
        this.dependsOnRanks = dependsOnRanks;
        this.sized = sized;
    }

    private static TopologyArgument of(String text, Topology parsed) {
        return new TopologyArgument(text, false, ranks -> parsed);
    }

    /** Whether it is created for a number of ranks, such as {@code auto:2d} and {@code dgx-h100}. */
    public boolean dependsOnRanks() {
        return dependsOnRanks;
    }

    /** As typed. */
    @Override
    public String toString() {
        return text;
    }

    /** The topology for a number of ranks; 0 when there is none. */
    public Topology topology(int ranks) {
        return sized.apply(ranks);
    }

    /** Parses a topology. */
    public static final class Converter implements ITypeConverter<TopologyArgument> {
        private static final Set<String> FIDELITIES = Set.of("packet", "analytic", "aware", "unaware");

        @Override
        public TopologyArgument convert(String text) {
            if (text.isBlank()) {
                throw new TypeConversionException("no network is named; is a variable of the shell unset?");
            }
            String plain = text.strip().toLowerCase(Locale.ROOT);
            if (FIDELITIES.contains(plain)) {
                throw new TypeConversionException("'" + text + "' says how closely to simulate: write --fidelity "
                        + plain + ". A network is a name (dgx-h100), a file (net.yml) or a shape (torus:4x4x8)");
            }
            if (Topology.dependsOnRanks(text)) {
                return new TopologyArgument(
                        text, true, ranks -> ranks > 0 ? Topology.parse(text, ranks) : Topology.parse(text));
            }
            if (plain.startsWith("file:")) {
                return of(text, Topology.read(text.strip().substring("file:".length())));
            }
            if (isFile(text)) {
                return of(text, Topology.read(text));
            }
            try {
                return of(text, Topology.parse(text));
            } catch (EtudeException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }

        /** Whether it is a file, by its extension, its directory or existence: SimAI's files have no extension. */
        private static boolean isFile(String text) {
            String plain = text.toLowerCase(Locale.ROOT);
            if (plain.contains("/")
                    || plain.endsWith(".yml")
                    || plain.endsWith(".yaml")
                    || plain.endsWith(".json")
                    || plain.endsWith(".xml")
                    || plain.endsWith(".txt")) {
                return true;
            }
            try {
                return Files.exists(Path.of(text));
            } catch (InvalidPathException e) {
                return false;
            }
        }
    }
}

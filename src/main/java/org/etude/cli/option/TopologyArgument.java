package org.etude.cli.option;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.Topology;
import org.etude.report.EtudeException;
import org.etude.topology.text.NamedNetwork;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A topology as people type it: a text such as {@code torus:4x4x8}, or a file or directory. What does not depend on the
 * number of ranks is parsed at once, so that a mistake is reported as wrong usage.
 */
public final class TopologyArgument {
    private final String text;
    private final Topology parsed;

    private TopologyArgument(String text, Topology parsed) {
        this.text = text;
        this.parsed = parsed;
    }

    /** Whether it is made for a number of ranks, as {@code auto:2d} and {@code dgx-h100}. */
    public boolean dependsOnRanks() {
        return parsed == null;
    }

    /** As typed. */
    @Override
    public String toString() {
        return text;
    }

    /** The topology for a number of ranks; 0 when there is none. */
    public Topology topology(int ranks) {
        if (parsed != null) {
            return parsed;
        }
        return ranks > 0 ? Topology.parse(text, ranks) : Topology.parse(text);
    }

    /** Reads one. */
    public static final class Converter implements ITypeConverter<TopologyArgument> {
        @Override
        public TopologyArgument convert(String text) {
            String plain = text.strip().toLowerCase(Locale.ROOT);
            if (plain.startsWith("auto:") || NamedNetwork.dependsOnHosts(plain)) {
                return new TopologyArgument(text, null);
            }
            boolean file = isFile(text);
            try {
                if (plain.startsWith("file:")) {
                    return new TopologyArgument(text, Topology.read(text.strip().substring("file:".length())));
                }
                return new TopologyArgument(text, file ? Topology.read(text) : Topology.parse(text));
            } catch (EtudeException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }

        /** By its ending, or because it is there: SimAI's files have no ending. */
        private static boolean isFile(String text) {
            String plain = text.toLowerCase(Locale.ROOT);
            if (plain.endsWith(".yml")
                    || plain.endsWith(".yaml")
                    || plain.endsWith(".json")
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

package org.etude.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.report.EtudeException;
import org.etude.topology.DimKind;
import org.etude.topology.LogicalTopology;
import org.etude.topology.NetworkYaml;
import org.etude.topology.TopologyDim;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads topologies as people type them: {@code torus:4x4x8}, {@code ring:16}, {@code switch:8,ring:4}, {@code fc:4}, net.yml. */
final class TopologyText implements ITypeConverter<LogicalTopology> {
    @Override
    public LogicalTopology convert(String text) {
        if (text.endsWith(".yml") || text.endsWith(".yaml")) {
            return file(text);
        }
        List<TopologyDim> dims = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int colon = part.indexOf(':');
            DimKind kind = kind(colon < 0 ? part : part.substring(0, colon).strip());
            if (kind == null || colon < 0) {
                throw wrong(text);
            }
            for (String size : part.substring(colon + 1).strip().split("x", -1)) {
                dims.add(dim(kind, size, text));
            }
        }
        return new LogicalTopology(dims);
    }

    private static LogicalTopology file(String path) {
        try {
            return NetworkYaml.read(Path.of(path));
        } catch (EtudeException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static DimKind kind(String name) {
        return "torus".equalsIgnoreCase(name) ? DimKind.RING : DimKind.of(name);
    }

    private static TopologyDim dim(DimKind kind, String size, String text) {
        try {
            return TopologyDim.of(kind, Integer.parseInt(size));
        } catch (NumberFormatException e) {
            throw wrong(text);
        } catch (EtudeException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static TypeConversionException wrong(String text) {
        List<String> names =
                Arrays.stream(DimKind.values()).map(DimKind::shortName).toList();
        return new TypeConversionException("'" + text
                + "' is no topology. Write it as torus:4x4x8, ring:16, switch:8,ring:4 or a network file net.yml;"
                + " kinds are torus, " + String.join(", ", names));
    }
}

package org.etude.sim;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.etude.topology.DimKind;
import org.etude.topology.LogicalTopology;
import org.etude.topology.TopologyException;

/**
 * Reads the logical topology of ASTRA-sim's packet backend, {@code {"logical-dims": ["8", "4"]}}: the sizes of the dimensions
 * along which collectives run, the first the fastest. Their product is the number of ranks; rank r is host r of the physical
 * topology.
 */
public final class LogicalTopologyReader {
    private static final String SHAPE =
            "Write {\"logical-dims\": [\"8\", \"4\"]}: one text with a whole number a dimension.";

    private LogicalTopologyReader() {}

    /**
     * Reads a file. The reference takes texts only; numbers are taken too. It reads {@code "8x"} as 8 and stops without a
     * word when the key is missing; both are refused here.
     *
     * @throws SimulationException when it cannot be read or makes no sense
     */
    public static LogicalTopology read(Path file) {
        return of(JsonFiles.read(file, "a logical topology, {\"logical-dims\": [\"8\", \"4\"]}"), file.toString());
    }

    /** Reads a tree; {@code where} names it in errors. */
    public static LogicalTopology of(JsonNode tree, String where) {
        JsonNode dims = tree.get("logical-dims");
        if (dims == null) {
            throw new SimulationException(where + ": has no key logical-dims", SHAPE);
        }
        if (!dims.isArray() || dims.isEmpty()) {
            throw new SimulationException(
                    where + ": logical-dims is " + dims + ", not a list with an entry a dimension", SHAPE);
        }
        int[] sizes = new int[dims.size()];
        for (int d = 0; d < sizes.length; d++) {
            sizes[d] = size(dims.get(d), d, where);
        }
        try {
            return LogicalTopology.of(DimKind.RING, sizes);
        } catch (TopologyException e) {
            throw new SimulationException(where + ": " + e.getMessage().lines().findFirst().orElse(""), SHAPE);
        }
    }

    private static int size(JsonNode entry, int dim, String where) {
        String text = entry.isTextual() || entry.isInt() ? entry.asText().strip() : "";
        if (!text.matches("0*[1-9][0-9]{0,8}")) {
            throw new SimulationException(
                    where + ": logical-dims: dimension " + dim + " is " + entry + ", not a whole number above 0", SHAPE);
        }
        return Integer.parseInt(text);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.etude.config.JsonFault;
import org.etude.config.JsonTree;
import org.etude.report.IoReason;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyException;

/**
 * Reads the logical topology of ASTRA-sim's packet backend, {@code {"logical-dims": ["8", "4"]}}: the sizes of the
 * dimensions along which collectives run, the first fastest. Their product is the number of ranks; rank r is host r of
 * the physical topology.
 */
public final class LogicalTopologyReader {
    private static final String SHAPE =
            "Write {\"logical-dims\": [\"8\", \"4\"]}: one text with a whole number per dimension.";

    private LogicalTopologyReader() {}

    /**
     * Reads a file. Sizes may be texts, as in ASTRA-sim, or numbers. ASTRA-sim reads {@code "8x"} as 8 and exits
     * silently when the key is missing; here both are errors.
     *
     * @throws TopologyException when it cannot be read or makes no sense
     */
    public static LogicalTopology read(Path file) {
        try {
            return of(JsonTree.of(file), file.toString());
        } catch (JsonProcessingException e) {
            throw new TopologyException(file + JsonFault.notJson(": ", e), SHAPE);
        } catch (IOException e) {
            throw new TopologyException(file + ": cannot be read: " + IoReason.of(e), SHAPE);
        }
    }

    /** Reads a parsed document; {@code where} names it in errors. */
    public static LogicalTopology of(JsonNode tree, String where) {
        JsonNode dims = tree.get("logical-dims");
        if (dims == null) {
            throw new TopologyException(where + ": has no key logical-dims", SHAPE);
        }
        if (!dims.isArray() || dims.isEmpty()) {
            throw new TopologyException(
                    where + ": logical-dims is " + dims + ", not a list with one entry per dimension", SHAPE);
        }
        int[] sizes = new int[dims.size()];
        for (int d = 0; d < sizes.length; d++) {
            sizes[d] = size(dims.get(d), d, where);
        }
        try {
            return LogicalTopology.of(DimKind.RING, sizes);
        } catch (TopologyException e) {
            throw new TopologyException(
                    where + ": " + e.getMessage().lines().findFirst().orElse(""), SHAPE);
        }
    }

    private static int size(JsonNode entry, int dim, String where) {
        String text = entry.isTextual() || entry.isInt() ? entry.asText().strip() : "";
        if (!text.matches("0*[1-9][0-9]{0,8}")) {
            throw new TopologyException(
                    where + ": logical-dims: dimension " + dim + " is " + entry + ", not a whole number above 0",
                    SHAPE);
        }
        return Integer.parseInt(text);
    }
}

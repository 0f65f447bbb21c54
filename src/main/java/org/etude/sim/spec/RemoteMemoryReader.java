// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.etude.spec.SimulationException;
import org.etude.spec.network.RemoteMemorySpec;

/** Reads ASTRA-sim's remote-memory file, JSON. */
public final class RemoteMemoryReader {
    private RemoteMemoryReader() {}

    /**
     * Reads a file.
     *
     * @throws SimulationException when it cannot be read or is invalid
     */
    public static RemoteMemorySpec read(Path file) {
        return of(JsonFiles.read(file, "a remote-memory file"), file.toString());
    }

    /** Reads a parsed document; {@code where} names it in errors. */
    public static RemoteMemorySpec of(JsonNode tree, String where) {
        String name = tree.path("memory-type").asText();
        for (RemoteMemorySpec.Kind kind : RemoteMemorySpec.Kind.values()) {
            if (kind.name().equals(name)) {
                int nodes = count(tree, "num-nodes", where);
                int each = count(tree, "num-npus-per-node", where);
                long latency = whole(tree, "remote-mem-latency", where);
                long rate = whole(tree, "remote-mem-bw", where);
                return JsonFiles.described(where, () -> new RemoteMemorySpec(kind, nodes, each, latency, rate));
            }
        }
        throw new SimulationException(
                where + ": memory-type: \"" + name + "\" is unknown",
                "Use NO_MEMORY_EXPANSION, PER_NODE_MEMORY_EXPANSION, PER_NPU_MEMORY_EXPANSION or MEMORY_POOL.");
    }

    /** The nearest int. */
    private static int count(JsonNode tree, String key, String where) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, whole(tree, key, where)));
    }

    /** 0 when it is missing; decimals are truncated, as in the reference, and what no long can hold is the nearest one. */
    private static long whole(JsonNode tree, String key, String where) {
        JsonNode value = tree.get(key);
        if (value == null) {
            return 0;
        }
        if (!value.isNumber()) {
            throw new SimulationException(
                    where + ": " + key + " is " + value + ", not a number", "Give a whole number.");
        }
        return value.canConvertToLong() ? value.asLong() : (long) value.asDouble();
    }
}

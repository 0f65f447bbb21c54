package org.etude.sim;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;

/** Reads ASTRA-sim's remote-memory file, JSON. */
public final class RemoteMemoryReader {
    private RemoteMemoryReader() {}

    /**
     * Reads a file.
     *
     * @throws SimulationException when it cannot be read or makes no sense
     */
    public static RemoteMemorySpec read(Path file) {
        return of(JsonFiles.read(file, "a remote-memory file"), file.toString());
    }

    /** Reads a tree; {@code where} names it in errors. */
    public static RemoteMemorySpec of(JsonNode tree, String where) {
        String name = tree.path("memory-type").asText();
        for (MemoryKind kind : MemoryKind.values()) {
            if (kind.name().equals(name)) {
                return new RemoteMemorySpec(
                        kind,
                        tree.path("num-nodes").asInt(),
                        tree.path("num-npus-per-node").asInt(),
                        tree.path("remote-mem-latency").asLong(),
                        tree.path("remote-mem-bw").asLong());
            }
        }
        throw new SimulationException(
                where + ": memory-type: \"" + name + "\" is not known",
                "Use NO_MEMORY_EXPANSION, PER_NODE_MEMORY_EXPANSION, PER_NPU_MEMORY_EXPANSION or MEMORY_POOL.");
    }
}

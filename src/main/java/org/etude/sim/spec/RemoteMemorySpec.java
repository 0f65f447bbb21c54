package org.etude.sim.spec;

import java.nio.file.Path;
import org.etude.spec.SimulationException;

/**
 * Remote memory. An access takes latency + trunc(bytes / rate) ns.
 *
 * @param kind where it hangs
 * @param nodes memory nodes, for one a node
 * @param npusPerNode ranks a memory node serves
 * @param latencyNs latency in ns
 * @param bytesPerNs rate in whole bytes a ns
 */
public record RemoteMemorySpec(MemoryKind kind, int nodes, int npusPerNode, long latencyNs, long bytesPerNs) {
    /** Refuses rates and sizes that make no sense. */
    public RemoteMemorySpec {
        if (kind != MemoryKind.NO_MEMORY_EXPANSION && (bytesPerNs <= 0 || latencyNs < 0)) {
            throw new SimulationException(
                    "remote memory has rate " + bytesPerNs + " bytes/ns and latency " + latencyNs + " ns",
                    "Give remote-mem-bw of 1 or more and remote-mem-latency of 0 or more.");
        }
        if (kind == MemoryKind.PER_NODE_MEMORY_EXPANSION && (nodes < 1 || npusPerNode < 1)) {
            throw new SimulationException(
                    "remote memory has " + nodes + " nodes for " + npusPerNode + " ranks each",
                    "Give num-nodes and num-npus-per-node of 1 or more.");
        }
    }

    /**
     * Reads ASTRA-sim's remote-memory JSON.
     *
     * @throws SimulationException when it cannot be read or makes no sense
     */
    public static RemoteMemorySpec read(Path file) {
        return RemoteMemoryReader.read(file);
    }

    /** {@link #read(Path)}. */
    public static RemoteMemorySpec read(String file) {
        return read(Path.of(file));
    }

    /** No remote memory. */
    public static RemoteMemorySpec none() {
        return new RemoteMemorySpec(MemoryKind.NO_MEMORY_EXPANSION, 0, 0, 0, 0);
    }
}

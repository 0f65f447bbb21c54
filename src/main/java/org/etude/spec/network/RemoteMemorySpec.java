// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.spec.SimulationException;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * Remote memory. An access takes latency + trunc(bytes / rate) ns.
 *
 * @param kind where it is attached
 * @param nodes number of memory nodes, for {@link Kind#PER_NODE_MEMORY_EXPANSION}
 * @param npusPerNode ranks a memory node serves
 * @param latencyNs latency in ns
 * @param bytesPerNs bandwidth in whole bytes per ns
 */
@Internal
public record RemoteMemorySpec(Kind kind, int nodes, int npusPerNode, long latencyNs, long bytesPerNs) {
    /** Where remote memory is attached. */
    public enum Kind {
        /** No remote memory. */
        NO_MEMORY_EXPANSION,
        /** One per node of several ranks, one transaction at a time. */
        PER_NODE_MEMORY_EXPANSION,
        /** One per rank. */
        PER_NPU_MEMORY_EXPANSION,
        /** One for all ranks, one transaction at a time. */
        MEMORY_POOL
    }

    /** Rejects invalid rates and sizes. */
    public RemoteMemorySpec {
        if (kind != Kind.NO_MEMORY_EXPANSION && (bytesPerNs <= 0 || latencyNs < 0)) {
            throw new SimulationException(
                    "remote memory has rate " + bytesPerNs + " bytes/ns and latency " + latencyNs + " ns",
                    "Give remote-mem-bw of 1 or more and remote-mem-latency of 0 or more.");
        }
        if (kind == Kind.PER_NODE_MEMORY_EXPANSION && (nodes < 1 || npusPerNode < 1)) {
            throw new SimulationException(
                    "remote memory has " + nodes + " nodes for " + npusPerNode + " ranks each",
                    "Give num-nodes and num-npus-per-node of 1 or more.");
        }
    }

    /** No remote memory. */
    public static RemoteMemorySpec none() {
        return new RemoteMemorySpec(Kind.NO_MEMORY_EXPANSION, 0, 0, 0, 0);
    }

    /** One remote memory per rank. */
    public static RemoteMemorySpec perRank(Time latency, Bandwidth rate) {
        return new RemoteMemorySpec(Kind.PER_NPU_MEMORY_EXPANSION, 0, 0, nanos(latency), bytesPerNs(rate));
    }

    /**
     * One memory node per node, each with one transaction at a time.
     *
     * @param ranks ranks per node
     */
    public static RemoteMemorySpec perNode(int nodes, int ranks, Time latency, Bandwidth rate) {
        return new RemoteMemorySpec(Kind.PER_NODE_MEMORY_EXPANSION, nodes, ranks, nanos(latency), bytesPerNs(rate));
    }

    /** One memory for all ranks, one transaction at a time. */
    public static RemoteMemorySpec pool(Time latency, Bandwidth rate) {
        return new RemoteMemorySpec(Kind.MEMORY_POOL, 0, 0, nanos(latency), bytesPerNs(rate));
    }

    private static long nanos(Time latency) {
        return Math.round(Given.value(latency, "the latency").toNanos());
    }

    private static long bytesPerNs(Bandwidth rate) {
        double bytes = Given.value(rate, "the bandwidth").bytesPerSecond() / 1e9;
        if (bytes != Math.rint(bytes)) {
            throw new SimulationException(
                    "remote memory has a rate of " + rate, "Give a whole number of bytes per ns (GB/s).");
        }
        return (long) bytes;
    }
}

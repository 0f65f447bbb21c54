// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.report.Finding;
import org.etude.report.Internal;

/**
 * What ASTRA-sim calls the system: how collectives are split, scheduled and charged at the endpoints. Immutable; built
 * by {@link #builder()} or read from a system file.
 *
 * @param policy which of several collectives goes first
 * @param localBwAware whether an all-reduce over several dimensions scatters and gathers ("localBWAware")
 * @param splits chunks into which a collective is split, unless it is pipelined
 * @param activeChunks chunks that a dimension processes concurrently
 * @param endpointDelayNs time that a node takes to handle a message, in ns
 * @param endpointDelayGiven whether it was given, so that the injection scale applies to it
 * @param algorithms algorithm by dimension for each collective; an absent collective goes round rings (but see {@code
 *     directAllToAll}), one with an empty list cannot be run
 * @param directAllToAll whether an absent all-to-all sends every peer its part directly, as NCCL, RCCL and gloo do, rather than
 *     round a ring, as in ASTRA-sim, where n ranks send n / 2 times as much
 * @param allLinks whether other absent collectives use every link of fully connected dimensions that rings can use, as RCCL does over
 *     Infinity Fabric, rather than one ring's
 * @param custom ET prefix of a custom implementation by collective
 * @param customByNode ET prefix of a custom implementation by node id
 * @param localMemoryGBps memory bandwidth in 1e9 bytes per second
 * @param peakTflops compute rate in 1e12 operations per second
 * @param roofline whether compute times come from the roofline model
 * @param replayOnly whether every node takes its recorded duration
 * @param trackLocalMemory whether live tensors are counted
 * @param cutThrough whether the aware network forwards a message as it comes, as switches do, rather than when all of it is
 *     there, as ASTRA-sim does
 * @param pipelined whether a collective over several dimensions is cut into as many chunks as make it fastest
 * @param bus the shared bus, or null for the fixed endpoint delay
 * @param inter order in which chunks visit dimensions
 * @param intra order within a queue
 * @param findings settings that were ignored or changed meaning
 */
@Internal
public record SystemSpec(
        SchedulingPolicy policy,
        boolean localBwAware,
        int splits,
        int activeChunks,
        long endpointDelayNs,
        boolean endpointDelayGiven,
        Map<CollectiveType, List<AlgorithmSpec>> algorithms,
        boolean directAllToAll,
        boolean allLinks,
        Map<CollectiveType, String> custom,
        Map<Long, String> customByNode,
        double localMemoryGBps,
        double peakTflops,
        boolean roofline,
        boolean replayOnly,
        boolean trackLocalMemory,
        boolean cutThrough,
        boolean pipelined,
        @Internal BusSpec bus,
        InterDimension inter,
        IntraDimension intra,
        List<Finding> findings) {

    /** Each chunk allocates an object on every rank. */
    private static final int MAX_CHUNKS = 1 << 20;

    /** Copies and checks. */
    @Internal
    public SystemSpec {
        require(
                splits >= 1 && splits <= MAX_CHUNKS,
                "preferred-dataset-splits is " + splits,
                "Give 1 to " + MAX_CHUNKS + " chunks.");
        require(activeChunks >= 1, "active-chunks-per-dimension is " + activeChunks, "Give 1 or more.");
        require(
                endpointDelayNs >= 0 && endpointDelayNs <= Integer.MAX_VALUE,
                "endpoint-delay is " + endpointDelayNs + " ns",
                "Give 0 to " + Integer.MAX_VALUE + " ns.");
        require(
                localMemoryGBps >= 0 && localMemoryGBps < Double.POSITIVE_INFINITY,
                "local-mem-bw is " + localMemoryGBps + " GB/s",
                "Give 0 or more.");
        require(
                peakTflops >= 0 && peakTflops < Double.POSITIVE_INFINITY,
                "peak-perf is " + peakTflops + " TFLOPS",
                "Give 0 or more.");
        EnumMap<CollectiveType, List<AlgorithmSpec>> copy = new EnumMap<>(CollectiveType.class);
        algorithms.forEach((kind, list) -> copy.put(kind, List.copyOf(list)));
        algorithms = Collections.unmodifiableMap(copy);
        custom = Map.copyOf(custom);
        customByNode = Map.copyOf(customByNode);
        findings = List.copyOf(findings);
    }

    private static void require(boolean holds, String what, String advice) {
        if (!holds) {
            throw new SimulationException(what, advice);
        }
    }

    /** Ring collectives in 4 chunks, one at a time, 10 ns at the endpoints, memory of 1,600 GB/s: as in ASTRA-sim's examples. */
    public static SystemSpec ofAstraSim() {
        return builder().build();
    }

    /**
     * Rings in every dimension, several in fully connected ones, and direct all-to-alls, as collective libraries run them. Collectives over one dimension are
     * unsplit, those over several pipelined. Neither endpoints nor memory take time of their own, since a network's bandwidth and latency
     * are those of whole transfers. Messages cut through switches, as on real machines.
     */
    public static SystemSpec ofLibraries() {
        return builder()
                .splits(1)
                .activeChunks(1)
                .endpointDelayNs(0)
                .localMemoryGBps(0)
                .cutThrough(true)
                .pipelined(true)
                .directAllToAll(true)
                .allLinks(true)
                .build();
    }

    /** A builder with {@link #ofAstraSim()}. */
    public static SystemSpecBuilder builder() {
        return new SystemSpecBuilder();
    }

    /** A builder initialised with these settings. */
    public SystemSpecBuilder toBuilder() {
        return new SystemSpecBuilder(this);
    }

    /** The algorithms of a collective in a system of this many dimensions. */
    public List<AlgorithmSpec> algorithms(CollectiveType kind, int dims) {
        List<AlgorithmSpec> list = algorithms.get(kind);
        if (list != null) {
            return list;
        }
        return Collections.nCopies(dims, isDirectByDefault(kind) ? AlgorithmSpec.DIRECT : AlgorithmSpec.RING);
    }

    /** Whether a collective goes round several rings in fully connected dimensions, because no algorithm is listed for it. */
    @Internal
    public boolean isOnAllLinks(CollectiveType kind) {
        return allLinks && kind != CollectiveType.ALL_TO_ALL && !algorithms.containsKey(kind);
    }

    /** Whether a collective is sent directly because no algorithm is listed for it. */
    @Internal
    public boolean isDirectByDefault(CollectiveType kind) {
        return directAllToAll && kind == CollectiveType.ALL_TO_ALL && !algorithms.containsKey(kind);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.report.Finding;
import org.etude.report.Given;
import org.etude.report.Internal;

/** Builds a {@link SystemSpec}; {@link #build} validates it. */
public final class SystemSpecBuilder {
    private SchedulingPolicy policy = SchedulingPolicy.LIFO;
    private boolean localBwAware = true;
    private int splits = 4;
    private int activeChunks = 1;
    private long endpointDelayNs = 10;
    private boolean endpointDelayGiven = true;
    private final Map<CollectiveType, List<AlgorithmSpec>> algorithms = new EnumMap<>(CollectiveType.class);
    private boolean directAllToAll;
    private boolean allLinks;
    private final Map<CollectiveType, String> custom = new EnumMap<>(CollectiveType.class);
    private final Map<Long, String> customByNode = new HashMap<>();
    private double localMemoryGBps = 1600;
    private double peakTflops;
    private boolean roofline;
    private boolean replayOnly;
    private boolean trackLocalMemory;
    private boolean cutThrough;
    private boolean pipelined;
    private BusSpec bus;
    private InterDimension inter = InterDimension.BASELINE;
    private IntraDimension intra = IntraDimension.FIFO;
    private final List<Finding> findings = new ArrayList<>();

    SystemSpecBuilder() {}

    SystemSpecBuilder(SystemSpec from) {
        policy = from.policy();
        localBwAware = from.localBwAware();
        splits = from.splits();
        activeChunks = from.activeChunks();
        endpointDelayNs = from.endpointDelayNs();
        endpointDelayGiven = from.endpointDelayGiven();
        algorithms.putAll(from.algorithms());
        directAllToAll = from.directAllToAll();
        allLinks = from.allLinks();
        custom.putAll(from.custom());
        customByNode.putAll(from.customByNode());
        localMemoryGBps = from.localMemoryGBps();
        peakTflops = from.peakTflops();
        roofline = from.roofline();
        replayOnly = from.replayOnly();
        trackLocalMemory = from.trackLocalMemory();
        cutThrough = from.cutThrough();
        pipelined = from.pipelined();
        bus = from.bus();
        inter = from.inter();
        intra = from.intra();
        findings.addAll(from.findings());
    }

    /**
     * Which of several concurrent collectives on a rank goes first: LIFO (the latest), FIFO (the earliest) or EXPLICIT (the one with
     * the highest comm_priority).
     *
     * @throws SimulationException when it is none of these
     */
    public SystemSpecBuilder policy(String name) {
        return policy(named(name, SchedulingPolicy.of(name), "scheduling policy", SchedulingPolicy.NAMES));
    }

    /** Which of several concurrent collectives goes first. */
    @Internal
    public SystemSpecBuilder policy(SchedulingPolicy value) {
        policy = Given.value(value, SchedulingPolicy.class, "the scheduling policy");
        return this;
    }

    /** Whether an all-reduce over several dimensions scatters and gathers. */
    public SystemSpecBuilder localBwAware(boolean value) {
        localBwAware = value;
        return this;
    }

    /** Number of chunks into which every collective is split. */
    public SystemSpecBuilder splits(int value) {
        splits = value;
        pipelined = false;
        return this;
    }

    /** Number of chunks that a dimension processes concurrently. */
    public SystemSpecBuilder activeChunks(int value) {
        activeChunks = value;
        return this;
    }

    /** Time that a node takes to handle a message, in ns. */
    public SystemSpecBuilder endpointDelayNs(long value) {
        endpointDelayNs = value;
        return this;
    }

    /** Whether the endpoint delay was given, so that the injection scale applies to it. */
    public SystemSpecBuilder endpointDelayGiven(boolean value) {
        endpointDelayGiven = value;
        return this;
    }

    /**
     * Algorithms of a collective, one per dimension; a collective for which none is set uses rings in every dimension,
     * except direct all-to-alls ({@link #directAllToAll}) and several rings in fully connected ones ({@link #allLinks}).
     */
    public SystemSpecBuilder algorithm(CollectiveType kind, AlgorithmSpec... byDim) {
        algorithms.put(
                Given.value(kind, CollectiveType.class, "the collective"),
                List.of(Given.values(byDim, "the algorithms")));
        return this;
    }

    /** The same algorithms for all four collectives. */
    public SystemSpecBuilder algorithms(AlgorithmSpec... byDim) {
        for (CollectiveType kind : CollectiveType.scheduled()) {
            algorithm(kind, byDim);
        }
        return this;
    }

    /**
     * Whether an all-to-all for which no algorithm is set sends every peer its part directly, as NCCL, RCCL and gloo
     * do, rather than around a ring.
     */
    public SystemSpecBuilder directAllToAll(boolean value) {
        directAllToAll = value;
        return this;
    }

    /**
     * Whether other collectives for which no algorithm is set go round several rings at once in fully connected dimensions,
     * as RCCL's do over Infinity Fabric, rather than round one.
     */
    public SystemSpecBuilder allLinks(boolean value) {
        allLinks = value;
        return this;
    }

    /** A custom implementation of a collective: the prefix of its ETs. */
    public SystemSpecBuilder custom(CollectiveType kind, String prefix) {
        custom.put(
                Given.value(kind, CollectiveType.class, "the collective"),
                Given.value(prefix, "the prefix of the traces"));
        return this;
    }

    /** {@link #custom(CollectiveType, String)}. */
    public SystemSpecBuilder custom(CollectiveType kind, Path prefix) {
        return custom(kind, Given.value(prefix, "the prefix of the traces").toString());
    }

    /** A custom implementation of the collectives of one node id. */
    public SystemSpecBuilder customOfNode(long node, String prefix) {
        customByNode.put(Given.atLeast(0L, node, "the node"), Given.value(prefix, "the prefix of the traces"));
        return this;
    }

    /** {@link #customOfNode(long, String)}. */
    public SystemSpecBuilder customOfNode(long node, Path prefix) {
        return customOfNode(
                node, Given.value(prefix, "the prefix of the traces").toString());
    }

    /** Memory bandwidth in 1e9 bytes per second. */
    public SystemSpecBuilder localMemoryGBps(double value) {
        localMemoryGBps = value;
        return this;
    }

    /** Compute times from the roofline model with this peak in 1e12 operations per second. */
    public SystemSpecBuilder roofline(boolean on, double peak) {
        roofline = on;
        peakTflops = peak;
        return this;
    }

    /** Whether every node takes its recorded duration. */
    public SystemSpecBuilder replayOnly(boolean value) {
        replayOnly = value;
        return this;
    }

    /** Whether live tensors are counted. */
    public SystemSpecBuilder trackLocalMemory(boolean value) {
        trackLocalMemory = value;
        return this;
    }

    /** Whether the congestion-aware network forwards a message while receiving it rather than once it is complete. */
    public SystemSpecBuilder cutThrough(boolean value) {
        cutThrough = value;
        return this;
    }

    /**
     * Whether a collective over several dimensions is cut into as many chunks, up to 8, as make it fastest by formula, so
     * that the dimensions work at the same time, as in collective libraries. Only where this is false, and in a single
     * dimension, does {@link #splits} count; to set it ends pipelining.
     */
    public SystemSpecBuilder pipelined(boolean value) {
        pipelined = value;
        return this;
    }

    /**
     * A bus between a node's network port and memory instead of the fixed endpoint delay, by the LogGP model; times in ns.
     *
     * @param latency L
     * @param overhead o
     * @param gap g
     * @param gapPerByte G
     * @param reductionDelay of 100 bytes
     * @throws SimulationException when one is below 0
     */
    public SystemSpecBuilder bus(int latency, int overhead, int gap, double gapPerByte, int reductionDelay) {
        return bus(new BusSpec(latency, overhead, gap, gapPerByte, reductionDelay));
    }

    /** The shared bus, or null for the fixed endpoint delay. */
    @Internal
    public SystemSpecBuilder bus(BusSpec value) {
        bus = value;
        return this;
    }

    /**
     * Order in which the chunks of a collective visit the dimensions, by its name in system files: baseline (ascending, descending for
     * an all-gather), roundRobin (each chunk starts one dimension after the previous one), onlineGreedy (as baseline, but an all-reduce
     * reduce-scatters over all dimensions, then all-gathers in reverse), themis or offlineGreedy (the least loaded dimension first) or
     * offlineGreedyFlex (themis with chunk sizes that balance the loads).
     *
     * @throws SimulationException when there is none of this name
     */
    public SystemSpecBuilder inter(String name) {
        return inter(named(name, InterDimension.of(name), "order of the dimensions", InterDimension.NAMES));
    }

    /** Order in which chunks visit dimensions. */
    @Internal
    public SystemSpecBuilder inter(InterDimension value) {
        inter = Given.value(value, InterDimension.class, "the order of the dimensions");
        return this;
    }

    /**
     * Order of the phases that wait in a queue, by its name in system files: FIFO (of arrival), RG (reduce-scatters and all-gathers
     * alternate), SCF or smallestFirst, or lessRemainingPhaseFirst (the one with the fewest remaining phases).
     *
     * @throws SimulationException when there is none of this name
     */
    public SystemSpecBuilder intra(String name) {
        return intra(named(name, IntraDimension.of(name), "order of the chunks", IntraDimension.NAMES));
    }

    private static <T> T named(String name, T found, String what, String names) {
        if (found == null) {
            throw new SimulationException(
                    "there is no " + what + " '" + Given.value(name, "the " + what) + "'", "Give " + names + ".");
        }
        return found;
    }

    /** Order within a queue. */
    @Internal
    public SystemSpecBuilder intra(IntraDimension value) {
        intra = Given.value(value, IntraDimension.class, "the order of the chunks");
        return this;
    }

    public SystemSpecBuilder finding(Finding finding) {
        findings.add(Given.value(finding, "the finding"));
        return this;
    }

    /** Leaves every collective without an algorithm until one is set. */
    public SystemSpecBuilder withoutAlgorithms() {
        for (CollectiveType kind : CollectiveType.scheduled()) {
            algorithms.put(kind, List.of());
        }
        return this;
    }

    /** The validated settings. */
    @Internal
    public SystemSpec build() {
        return new SystemSpec(
                policy,
                localBwAware,
                splits,
                activeChunks,
                endpointDelayNs,
                endpointDelayGiven,
                algorithms,
                directAllToAll,
                allLinks,
                custom,
                customByNode,
                localMemoryGBps,
                peakTflops,
                roofline,
                replayOnly,
                trackLocalMemory,
                cutThrough,
                pipelined,
                bus,
                inter,
                intra,
                findings);
    }

    /** The settings so far, not validated. */
    @Override
    public String toString() {
        try {
            return build().toString();
        } catch (SimulationException e) {
            return "SystemSpecBuilder: " + e.getMessage();
        }
    }
}

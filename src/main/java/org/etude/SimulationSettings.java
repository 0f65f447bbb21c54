package org.etude;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.UnaryOperator;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.network.packet.spec.PacketNetworkSpec;
import org.etude.report.Progress;
import org.etude.sim.spec.SystemSpec;
import org.etude.sim.spec.SystemSpecBuilder;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Recording;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * How to simulate; what {@code workload.simulate(topology, s -> s. ...)} changes. Every setter checks its value and gives
 * back this object.
 */
public final class SimulationSettings {
    private SystemSpecBuilder system = SystemSpec.builder();
    private SimOptions options = SimOptions.defaults();

    private PacketNetworkSpec packets;
    private final int dims;
    private final int ranks;

    /** Of a run of so many ranks on a network of so many dimensions. */
    SimulationSettings(PacketNetworkSpec packets, int dims, int ranks) {
        this.packets = packets;
        this.dims = dims;
        this.ranks = ranks;
    }

    /** How closely the network is simulated; see {@link Workload#simulate(Topology)} for when nothing is said. */
    public SimulationSettings network(Fidelity fidelity) {
        options = options.fidelity(fidelity);
        return this;
    }

    /**
     * Simulates packet by packet, with a changed packet network:
     * {@code packets(p -> p.with(CongestionControl.DCQCN).with(p.transport().withPayload(4096)))}.
     */
    public SimulationSettings packets(UnaryOperator<PacketNetworkSpec> change) {
        packets = change.apply(packets);
        return network(Fidelity.PACKET);
    }

    /**
     * Whether a packet network skips stretches in which it provably does what it did before; on unless set otherwise. Results
     * are the same to the last bit, only the time they take differs.
     */
    public SimulationSettings fastForward(boolean on) {
        packets = packets.withFastForward(on);
        return this;
    }

    /** All system settings at once, as read from a file; later setters change them. */
    public SimulationSettings system(SystemSpec spec) {
        system = spec.toBuilder();
        return this;
    }

    /** Algorithm of all-reduces: one for all dimensions of the network, or one each. */
    public SimulationSettings allReduce(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.ALL_REDUCE, byDim);
    }

    /** Algorithm of all-gathers: one for all dimensions of the network, or one each. */
    public SimulationSettings allGather(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.ALL_GATHER, byDim);
    }

    /** Algorithm of reduce-scatters: one for all dimensions of the network, or one each. */
    public SimulationSettings reduceScatter(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.REDUCE_SCATTER, byDim);
    }

    /** Algorithm of all-to-alls: one for all dimensions of the network, or one each. */
    public SimulationSettings allToAll(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.ALL_TO_ALL, byDim);
    }

    private SimulationSettings algorithm(CollectiveType kind, AlgorithmSpec... byDim) {
        AlgorithmSpec[] all =
                byDim.length == 1 ? Collections.nCopies(dims, byDim[0]).toArray(byDim) : byDim;
        system.algorithm(kind, all);
        return this;
    }

    /** How many chunks a collective is cut into. */
    public SimulationSettings splits(int chunks) {
        system.splits(chunks);
        return this;
    }

    /** How many chunks of a dimension run at once. */
    public SimulationSettings activeChunks(int chunks) {
        system.activeChunks(chunks);
        return this;
    }

    /** Whether an all-reduce over several dimensions scatters first and gathers last ("localBWAware"). */
    public SimulationSettings localBandwidthAware(boolean on) {
        system.localBwAware(on);
        return this;
    }

    /** Time that a packet needs at a node, in whole nanoseconds. */
    public SimulationSettings endpointDelay(Time delay) {
        system.endpointDelayNs(Math.round(delay.toNanos()));
        return this;
    }

    /** Rate of a node's own memory, which reductions pay for. */
    public SimulationSettings localMemory(Bandwidth rate) {
        system.localMemoryGBps(rate.bytesPerSecond() / 1e9);
        return this;
    }

    /**
     * What a rank sends at once: one collective of each process group and one message to each peer, as NCCL and RCCL do and when
     * nothing is said, or one at all, as in ASTRA-sim and in {@link #compat}.
     */
    public SimulationSettings streams(SimOptions.Streams value) {
        options = options.streams(value);
        return this;
    }

    /**
     * How a process group that crosses dimensions of the network exchanges: dimension by dimension, as NCCL does and when nothing
     * is said, or round one ring, as in ASTRA-sim and in {@link #compat}.
     */
    public SimulationSettings spanning(SimOptions.Spanning value) {
        options = options.spanning(value);
        return this;
    }

    /** Schedules chunks so that they cannot wait for each other in a cycle. */
    public SimulationSettings stallFree() {
        options = options.stallFree(true);
        return this;
    }

    /** Does what ASTRA-sim does even where it is wrong. */
    public SimulationSettings compat() {
        options = options.compat(true);
        return this;
    }

    /** What to keep besides the ranks' figures. */
    public SimulationSettings record(Recording... kept) {
        options = options.record(kept);
        return this;
    }

    /**
     * When to stop early with the tables so far: {@code limit(l -> l.wallTime(seconds(60)).memory(gib(2)))}. The run is then
     * {@linkplain Simulation#isComplete() not complete} and says why.
     */
    public SimulationSettings limit(UnaryOperator<SimOptions.Limits> change) {
        options = options.limits(change.apply(options.limits()));
        return this;
    }

    /** Who hears, a few times a second, how far the run is. */
    public SimulationSettings progress(Progress watcher) {
        options = options.progress(watcher);
        return this;
    }

    /**
     * Collectives and messages take the times measured on the network to predict, each type and group size its own; see
     * docs/accuracy.md.
     *
     * @param paths files of timed collectives (JSON, CSV, output of nccl-tests), or the folder that {@code etude calibrate
     *     --timings ... --out DIR} wrote
     * @throws org.etude.calibrate.CalibrationException when they cannot be read, or are of several networks
     */
    public SimulationSettings calibration(String... paths) {
        options = options.times(
                TimingFiles.measured(Arrays.stream(paths).map(Path::of).toList(), ranks));
        return this;
    }

    /** All settings of the run at once; later setters change them. */
    public SimulationSettings options(SimOptions value) {
        options = value;
        return this;
    }

    SystemSpec system() {
        return system.build();
    }

    PacketNetworkSpec packets() {
        return packets;
    }

    SimOptions options() {
        return options;
    }
}

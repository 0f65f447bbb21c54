// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.network.packet.spec.ConfigFile;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Progress;
import org.etude.sim.checkpoint.CheckpointPlan;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.RunDefaults;
import org.etude.sim.spec.Scenario;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.SystemSpecBuilder;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * How to simulate: what {@code workload.simulate(topology, s -> s. ...)} changes. What is not said follows {@link RunDefaults}.
 * Every setter returns this object; values are checked when the change is done.
 */
public final class SimulationSettings {
    private final int ranks;
    private final List<ObjIntConsumer<SystemSpecBuilder>> changes = new ArrayList<>();
    private SystemSpec system;
    private Fidelity fidelity;
    private SimOptions options = SimOptions.defaults().progress(Progress.ambient());
    private PacketSetup packets;
    private CheckpointPlan checkpoint;

    /** Of a run of this many ranks; the messages of a recording between two hosts go in order. */
    SimulationSettings(int ranks, boolean recorded) {
        this(ranks, PacketSetup.shipped().inOrder(recorded));
    }

    private SimulationSettings(int ranks, PacketSetup packets) {
        this.ranks = ranks;
        this.packets = packets;
    }

    SimulationSettings copy() {
        SimulationSettings copy = new SimulationSettings(ranks, packets);
        copy.changes.addAll(changes);
        copy.system = system;
        copy.fidelity = fidelity;
        copy.options = options;
        copy.checkpoint = checkpoint;
        return copy;
    }

    /** Where the run is saved while it goes on, if anywhere. */
    Optional<CheckpointPlan> checkpoint() {
        return Optional.ofNullable(checkpoint);
    }

    boolean isCompat() {
        return options.compat();
    }

    /** Whether anything here needs messages on a network rather than recorded times. */
    boolean concernNetwork() {
        return system != null
                || !changes.isEmpty()
                || options.times().isPresent()
                || options.keeps(Recording.MESSAGES)
                || options.keeps(Recording.PORTS);
    }

    /** The inputs with these settings, the defaults where nothing was said. */
    Scenario on(Scenario inputs, RunDefaults defaults) {
        SystemSpecBuilder builder = (system == null ? defaults.system() : system).toBuilder();
        changes.forEach(change -> change.accept(builder, inputs.topology().size()));
        return inputs.system(builder.build())
                .options(options.fidelity(fidelity == null ? defaults.fidelity() : fidelity))
                .packets(options.compat() ? packets.inOrder(false) : packets);
    }

    /** How closely the network is simulated; see {@link Workload#simulate(Topology)} for when nothing is said. */
    public SimulationSettings fidelity(Fidelity value) {
        fidelity = value;
        return this;
    }

    /**
     * Simulates packet by packet, with a changed packet network:
     * {@code packets(p -> p.congestionControl(CongestionControl.DCQCN).payload(bytes(4096)))}.
     */
    public SimulationSettings packets(UnaryOperator<PacketNetworkSpec> change) {
        packets = packets.network(change.apply(packets.network()));
        return fidelity(Fidelity.PACKET);
    }

    /**
     * Simulates packet by packet, with the settings of a file of ASTRA-sim's packet backend or of a ready-made configuration:
     * {@code packetConfig("dcqcn")}. The physical topology that a file names is not used; the network of the run is.
     *
     * @throws org.etude.report.EtudeException when there is no such file or name, or a value has the wrong shape
     */
    public SimulationSettings packetConfig(Path nameOrFile) {
        ConfigFile config = ConfigFile.settings(nameOrFile);
        // A file says nothing of fast-forward, so what was set before stays.
        boolean fast = packets.network().fastForward();
        return packets(new PacketSetup(packets.physical(), config.spec().withFastForward(fast), config.report()));
    }

    /** {@link #packetConfig(Path)}. */
    public SimulationSettings packetConfig(String nameOrFile) {
        return packetConfig(Path.of(nameOrFile));
    }

    SimulationSettings packets(PacketSetup value) {
        packets = value;
        return fidelity(Fidelity.PACKET);
    }

    SimulationSettings physical(PacketTopology topology) {
        packets = packets.physical(topology);
        return fidelity(Fidelity.PACKET);
    }

    /**
     * Whether a packet network skips stretches in which it provably does what it did before; on unless set otherwise. Results
     * are the same to the last bit, only the time they take differs.
     */
    public SimulationSettings fastForward(boolean on) {
        packets = packets.network(packets.network().withFastForward(on));
        return this;
    }

    /** All system settings at once, as read from a file; later setters change them. */
    public SimulationSettings system(SystemSpec spec) {
        system = spec;
        changes.clear();
        return this;
    }

    /**
     * All system settings of one of ASTRA-sim's system files, or of a ready-made system: {@code system("study-ring-3d")}; later
     * setters change them. Paths in the file are relative to the working directory.
     *
     * @throws SimulationException when there is no such file or name, or a value makes no sense
     */
    public SimulationSettings system(Path nameOrFile) {
        return system(SystemReader.read(nameOrFile));
    }

    /** {@link #system(Path)}. */
    public SimulationSettings system(String nameOrFile) {
        return system(Path.of(nameOrFile));
    }

    private SimulationSettings system(ObjIntConsumer<SystemSpecBuilder> change) {
        changes.add(change);
        return this;
    }

    /** Any system setting, also those without a verb here: {@code system(b -> b.endpointDelayNs(10).trackLocalMemory(true))}. */
    public SimulationSettings system(Consumer<SystemSpecBuilder> change) {
        return system((builder, dims) -> change.accept(builder));
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
        AlgorithmSpec[] given = byDim.clone();
        return system((builder, dims) -> builder.algorithm(
                kind, given.length == 1 ? Collections.nCopies(dims, given[0]).toArray(AlgorithmSpec[]::new) : given));
    }

    /** How many chunks a collective is cut into. */
    public SimulationSettings splits(int chunks) {
        return system(builder -> builder.splits(chunks));
    }

    /** How many chunks of a dimension run at once. */
    public SimulationSettings activeChunks(int chunks) {
        return system(builder -> builder.activeChunks(chunks));
    }

    /** Whether an all-reduce over several dimensions scatters first and gathers last ("localBWAware"). */
    public SimulationSettings localBandwidthAware(boolean on) {
        return system(builder -> builder.localBwAware(on));
    }

    /** Time that a packet needs at a node, in whole nanoseconds. */
    public SimulationSettings endpointDelay(Time delay) {
        return system(builder -> builder.endpointDelayNs(Math.round(delay.toNanos())));
    }

    /** Rate of a node's own memory, which reductions pay for. */
    public SimulationSettings localMemory(Bandwidth rate) {
        return system(builder -> builder.localMemoryGBps(rate.bytesPerSecond() / 1e9));
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
        return stallFree(true);
    }

    /** Whether chunks are scheduled so that they cannot wait for each other in a cycle; they are not unless set otherwise. */
    public SimulationSettings stallFree(boolean on) {
        options = options.stallFree(on);
        return this;
    }

    /** Whether one rank may represent others where that is proven to give the same result; it may unless set otherwise. */
    public SimulationSettings symmetry(SimOptions.Symmetry value) {
        options = options.symmetry(value);
        return this;
    }

    /** Does what ASTRA-sim does even where it is wrong, recordings by the defaults of generated workloads too. */
    public SimulationSettings compat() {
        return compat(true);
    }

    /** {@link #compat()}, or not. */
    public SimulationSettings compat(boolean on) {
        options = options.compat(on);
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

    /**
     * Saves the run to a file every ten minutes, and when its thread is interrupted or a limit stops it; when the file is there, the
     * run goes on from it, with the same result to the last bit as in one go. It is removed when the run is complete. The file
     * holds what the run has done, not its inputs: one of other inputs or of another build of Etude is refused.
     */
    public SimulationSettings checkpoint(Path file) {
        return checkpoint(file, CheckpointPlan.USUAL, CheckpointPlan.QUIET);
    }

    /** {@link #checkpoint(Path)}. */
    public SimulationSettings checkpoint(String file) {
        return checkpoint(Path.of(file));
    }

    /**
     * {@link #checkpoint(Path)} with another time between saves.
     *
     * @param every real time; the run waits while it is saved (docs/benchmarks/many-machines.md)
     * @param told hears what was saved, and where a run goes on, in a sentence
     */
    public SimulationSettings checkpoint(Path file, Time every, Consumer<String> told) {
        checkpoint = CheckpointPlan.to(file, every, told);
        return this;
    }

    /**
     * Leaves the file of {@link #checkpoint(Path)} when the run is complete, so that a process that ends before it has saved the result
     * loses nothing; remove it then.
     */
    public SimulationSettings keepCheckpoint() {
        checkpoint = checkpoint == null ? null : checkpoint.keeping();
        return this;
    }

    /** Reports, a few times a second, how far the run is. */
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
     * @throws org.etude.report.EtudeException when they cannot be read, or are of several networks
     */
    public SimulationSettings calibration(String... paths) {
        return calibration(Arrays.stream(paths).map(Path::of).toList());
    }

    /** {@link #calibration(String...)}. */
    public SimulationSettings calibration(List<Path> paths) {
        options = options.times(TimingFiles.measured(paths));
        return this;
    }

    /** What was said so far of the network and the system; the rest follows the workload. */
    @Override
    public String toString() {
        return "SimulationSettings of " + ranks + " ranks: "
                + (fidelity == null ? "usual fidelity" : fidelity.name().toLowerCase(Locale.ROOT)) + ", "
                + (system == null ? "usual system" : "given system")
                + (changes.isEmpty() ? "" : ", " + changes.size() + (changes.size() == 1 ? " change" : " changes"));
    }
}

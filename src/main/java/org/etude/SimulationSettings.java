// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Files;
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
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;
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
import org.etude.spec.SimOptions.Spanning;
import org.etude.spec.SimOptions.Streams;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.SystemSpecBuilder;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * How to simulate: the options of {@code workload.simulate(topology, s -> s. ...)}. Options that are not set follow
 * {@link RunDefaults}. Every setter returns this object; values are validated once all are set.
 */
public final class SimulationSettings {
    private final int ranks;
    private final List<ObjIntConsumer<SystemSpecBuilder>> changes = new ArrayList<>();
    private SystemSpec system;
    private Fidelity fidelity;
    private SimOptions options = SimOptions.defaults().progress(Progress.ambient());
    private PacketSetup packets;
    private CheckpointPlan checkpoint;
    /** Whether the packet network's own settings were changed, which no other network reads. */
    private boolean changesPackets;
    /** Whether the size of packets was chosen, which otherwise follows the links. */
    private boolean choosesPayload;
    /** Whether the checkpoint outlives the run. */
    private boolean keepsCheckpoint;

    /** Settings for this many ranks; messages between two hosts are delivered in order. */
    SimulationSettings(int ranks) {
        this(ranks, PacketSetup.shipped().inOrder(true));
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
        copy.changesPackets = changesPackets;
        copy.choosesPayload = choosesPayload;
        copy.options = options;
        copy.checkpoint = checkpoint;
        copy.keepsCheckpoint = keepsCheckpoint;
        return copy;
    }

    /** Where and how often the run is checkpointed, if at all. */
    Optional<CheckpointPlan> checkpoint() {
        return Optional.ofNullable(checkpoint).map(plan -> keepsCheckpoint ? plan.keeping() : plan);
    }

    boolean isCompat() {
        return options.compat();
    }

    /** Whether a setting requires simulating messages on a network rather than replaying recorded times. */
    boolean concernNetwork() {
        return system != null
                || !changes.isEmpty()
                || options.times().isPresent()
                || options.keeps(Recording.MESSAGES)
                || options.keeps(Recording.PORTS);
    }

    /** Applies these settings to the inputs, with defaults for what is not set. */
    Scenario on(Scenario inputs, RunDefaults defaults) {
        if (changesPackets && fidelity != Fidelity.PACKET) {
            throw new SimulationException(
                    "settings of the packet network are given, but fidelity(" + fidelity + ") simulates no packets",
                    "Leave out fidelity(...), or packets(...) and packetConfig(...).");
        }
        SystemSpecBuilder builder = (system == null ? defaults.system() : system).toBuilder();
        changes.forEach(change -> change.accept(builder, inputs.topology().size()));
        Scenario run = inputs.system(builder.build())
                .options(options.fidelity(fidelity == null ? defaults.fidelity() : fidelity));
        if (options.compat()) {
            return run.packets(packets.inOrder(false));
        }
        return run.packets(packets.withWideFields().withThresholdsOfAllRates());
    }

    /** The same with packets as long as its links need them, unless their size was chosen. Builds the network that carries packets. */
    Scenario sized(Scenario run) {
        return choosesPayload || run.options().compat() || run.options().fidelity() != Fidelity.PACKET
                ? run
                : run.packets(run.packets().withPacketsFor(run.physical()));
    }

    /** How closely the network is simulated; see {@link Workload#simulate(Topology)} for the default. */
    public SimulationSettings fidelity(Fidelity value) {
        fidelity = Given.value(value, Fidelity.class, "the fidelity");
        return this;
    }

    /**
     * Simulates packet by packet and changes the packet network's settings: {@code packets(p ->
     * p.congestionControl(CongestionControl.DCQCN).payload(bytes(4096)))}.
     */
    public SimulationSettings packets(UnaryOperator<PacketNetworkSpec> change) {
        PacketNetworkSpec changed = Given.options(change, packets.network());
        int before = packets.network().transport().payloadBytes();
        changesPackets = true;
        choosesPayload |= changed.transport().payloadBytes() != before;
        return packets(packets.network(changed));
    }

    /**
     * Simulates packet by packet with the settings of an ASTRA-sim packet-backend file or a ready-made configuration:
     * {@code packetConfig("dcqcn")}. A physical topology named in the file is ignored in favour of the run's network.
     *
     * @throws org.etude.report.EtudeException when there is no such file or name, or a value has the wrong shape
     */
    public SimulationSettings packetConfig(Path nameOrFile) {
        ConfigFile config = ConfigFile.settings(Given.value(nameOrFile, "the packet configuration"));
        // A file has no fast-forward setting, so the previous one stays.
        boolean fast = packets.network().fastForward();
        changesPackets = true;
        choosesPayload = Files.exists(nameOrFile);
        return packets(new PacketSetup(packets.physical(), config.spec().withFastForward(fast), config.report())
                .withThreads(packets.threads()));
    }

    /** {@link #packetConfig(Path)}. */
    public SimulationSettings packetConfig(String nameOrFile) {
        return packetConfig(Given.path(nameOrFile));
    }

    private SimulationSettings packets(PacketSetup value) {
        packets = value;
        return fidelity(Fidelity.PACKET);
    }

    /** Simulates packet by packet on the physical network and with the settings of a file. */
    SimulationSettings packetsAsGiven(PacketSetup value) {
        choosesPayload = true;
        return packets(value);
    }

    SimulationSettings physical(PacketTopology topology) {
        packets = packets.physical(topology);
        return fidelity(Fidelity.PACKET);
    }

    /**
     * Whether the packet network skips periods that provably repeat earlier ones; on by default. Results are
     * bit-identical; only the run time differs.
     */
    public SimulationSettings fastForward(boolean on) {
        packets = packets.network(packets.network().withFastForward(on));
        return this;
    }

    /**
     * How many threads may simulate a packet network, by groups of hosts that share no switch at the time; 1 by default. Results are
     * the same. Only while it is not fast-forwarded, that is with {@code fastForward(false)} or with HPCC, TIMELY or DCTCP; a warning
     * says when something else keeps it on one thread.
     */
    public SimulationSettings packetThreads(int count) {
        if (count < 1) {
            throw new SimulationException("packets cannot be simulated on " + count + " threads", "Give 1 or more.");
        }
        packets = packets.withThreads(count);
        return this;
    }

    /** Replaces all system settings, such as those read from a file; later setters change them. */
    @Internal
    public SimulationSettings system(SystemSpec spec) {
        system = Given.value(spec, "the system");
        changes.clear();
        return this;
    }

    /**
     * Replaces all system settings with those of an ASTRA-sim system file or a ready-made system: {@code
     * system("study-ring-3d")}; later setters change them. Paths in the file are relative to the working directory.
     *
     * @throws org.etude.report.EtudeException when there is no such file or name, or a value is invalid
     */
    public SimulationSettings system(Path nameOrFile) {
        return system(SystemReader.read(Given.value(nameOrFile, "the system")));
    }

    /** {@link #system(Path)}. */
    public SimulationSettings system(String nameOrFile) {
        return system(Given.path(nameOrFile));
    }

    private SimulationSettings system(ObjIntConsumer<SystemSpecBuilder> change) {
        changes.add(change);
        return this;
    }

    /**
     * Changes any system setting, including those without a setter here: {@code system(b ->
     * b.endpointDelayNs(10).trackLocalMemory(true))}.
     */
    public SimulationSettings system(Consumer<SystemSpecBuilder> change) {
        Consumer<SystemSpecBuilder> given = Given.consumer(change);
        return system((builder, dims) -> Given.change(given, builder));
    }

    /** Algorithm of all-reduces: one for all dimensions of the network, or one per dimension. */
    public SimulationSettings allReduce(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.ALL_REDUCE, byDim);
    }

    /** Algorithm of all-gathers: one for all dimensions of the network, or one per dimension. */
    public SimulationSettings allGather(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.ALL_GATHER, byDim);
    }

    /** Algorithm of reduce-scatters: one for all dimensions of the network, or one per dimension. */
    public SimulationSettings reduceScatter(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.REDUCE_SCATTER, byDim);
    }

    /** Algorithm of all-to-alls: one for all dimensions of the network, or one per dimension. */
    public SimulationSettings allToAll(AlgorithmSpec... byDim) {
        return algorithm(CollectiveType.ALL_TO_ALL, byDim);
    }

    private SimulationSettings algorithm(CollectiveType kind, AlgorithmSpec... byDim) {
        AlgorithmSpec[] given = Given.values(byDim, "the algorithms").clone();
        if (given.length == 0) {
            throw new SimulationException(
                    "no algorithm is given for the " + kind.hyphenated(), "Give one, or one per dimension.");
        }
        return system((builder, dims) -> builder.algorithm(
                kind, given.length == 1 ? Collections.nCopies(dims, given[0]).toArray(AlgorithmSpec[]::new) : given));
    }

    /** Number of chunks into which a collective is split. */
    public SimulationSettings splits(int chunks) {
        return system(builder -> builder.splits(chunks));
    }

    /** Number of chunks that a dimension processes concurrently. */
    public SimulationSettings activeChunks(int chunks) {
        return system(builder -> builder.activeChunks(chunks));
    }

    /** Whether an all-reduce over several dimensions scatters first and gathers last ("localBWAware"). */
    public SimulationSettings localBandwidthAware(boolean on) {
        return system(builder -> builder.localBwAware(on));
    }

    /** Time that a node takes to handle a message, in whole nanoseconds. */
    public SimulationSettings endpointDelay(Time delay) {
        long nanos = Math.round(Given.value(delay, "the endpoint delay").toNanos());
        return system(builder -> builder.endpointDelayNs(nanos));
    }

    /** Bandwidth of a node's own memory, which limits reductions. */
    public SimulationSettings localMemory(Bandwidth rate) {
        double rateGBps = Given.value(rate, "the bandwidth of local memory").bytesPerSecond() / 1e9;
        return system(builder -> builder.localMemoryGBps(rateGBps));
    }

    /**
     * Whether a rank sends one collective or message at a time, as in ASTRA-sim and {@link #compat}; off by default: one
     * collective per process group and one message per peer, as NCCL and RCCL give each communicator a stream.
     */
    public SimulationSettings singleStream(boolean on) {
        options = options.streams(on ? Streams.ONE : Streams.PER_GROUP);
        return this;
    }

    /**
     * Whether a process group that spans several network dimensions communicates around a single ring, as in ASTRA-sim
     * and {@link #compat}; off by default: dimension by dimension, as in NCCL.
     */
    public SimulationSettings flatGroups(boolean on) {
        options = options.spanning(on ? Spanning.FLAT : Spanning.HIERARCHICAL);
        return this;
    }

    /** Schedules chunks so that they cannot wait for each other in a cycle. */
    public SimulationSettings stallFree() {
        return stallFree(true);
    }

    /** Whether chunks are scheduled so that they cannot wait for each other in a cycle; off by default. */
    public SimulationSettings stallFree(boolean on) {
        options = options.stallFree(on);
        return this;
    }

    /**
     * Simulates every rank, instead of one for equivalent ranks where that provably gives the same result. Rounds of a collective that
     * repeat exactly are still skipped.
     */
    public SimulationSettings everyRank() {
        return symmetry(SimOptions.Symmetry.OFF);
    }

    /** Simulates every rank and every event, without any shortcut on the analytic and the congestion-aware network: the slowest. */
    public SimulationSettings everyEvent() {
        return symmetry(SimOptions.Symmetry.EXHAUSTIVE);
    }

    /** Whether one rank may represent equivalent ranks. */
    @Internal
    public SimulationSettings symmetry(SimOptions.Symmetry value) {
        options = options.symmetry(Given.value(value, SimOptions.Symmetry.class, "the symmetry reduction"));
        return this;
    }

    /**
     * Reproduces ASTRA-sim's behaviour even where it is wrong, and uses the defaults of generated workloads for
     * recordings too.
     */
    public SimulationSettings compat() {
        return compat(true);
    }

    /** Turns {@link #compat()} on or off. */
    public SimulationSettings compat(boolean on) {
        options = options.compat(on);
        return this;
    }

    /** What to record in addition to the figures per rank. */
    public SimulationSettings record(Recording... kept) {
        options = options.record(Given.values(kept, "what to record"));
        return this;
    }

    /**
     * Stops the run after this much real time, at least a millisecond, keeping its tables so far. The run is then
     * {@linkplain Simulation#isComplete() incomplete} and states the reason; so it is with the other limits.
     */
    public SimulationSettings limitRealTime(Time most) {
        return limits(options.limits().wallTime(most));
    }

    /** Stops the run, as {@link #limitRealTime} does, before anything later than this simulated time. */
    public SimulationSettings limitSimulatedTime(Time most) {
        return limits(options.limits().simulatedTime(most));
    }

    /** Stops the run, as {@link #limitRealTime} does, after this many events, which is reproducible. */
    public SimulationSettings limitEvents(long most) {
        return limits(options.limits().events(most));
    }

    /**
     * Stops the run, as {@link #limitRealTime} does, when this much of the JVM's heap is in use after a collection, or
     * nine tenths of the heap if that is less.
     */
    public SimulationSettings limitMemory(Bytes most) {
        return limits(options.limits().memory(most));
    }

    private SimulationSettings limits(SimOptions.Limits limits) {
        options = options.limits(limits);
        return this;
    }

    /**
     * Checkpoints the run to a file every ten minutes, and when an interruption or a limit stops it. If the file
     * exists, the run resumes from it, with a bit-identical result. The file is removed when the run is complete. It
     * holds the progress of the run, not its inputs; a checkpoint of other inputs or from another build of Etude is
     * refused.
     */
    public SimulationSettings checkpoint(Path file) {
        return checkpoint(file, CheckpointPlan.USUAL, CheckpointPlan.QUIET);
    }

    /** {@link #checkpoint(Path)}. */
    public SimulationSettings checkpoint(String file) {
        return checkpoint(Given.path(file));
    }

    /**
     * {@link #checkpoint(Path)} with another interval.
     *
     * @param every interval in wall-clock time; the run pauses while it is saved (docs/benchmarks/many-machines.md)
     * @param listener receives one sentence for each save and for a resumption
     */
    public SimulationSettings checkpoint(Path file, Time every, Consumer<String> listener) {
        checkpoint = CheckpointPlan.to(
                Given.value(file, "the checkpoint"),
                Given.value(every, "the interval"),
                Given.value(listener, "the listener"));
        return this;
    }

    /**
     * Keeps the file of {@link #checkpoint(Path)} when the run is complete, so that nothing is lost if the process ends
     * before it has saved the result. The caller removes the file.
     */
    public SimulationSettings keepCheckpoint() {
        keepsCheckpoint = true;
        return this;
    }

    /** Reports progress a few times per second. */
    public SimulationSettings progress(Progress watcher) {
        options = options.progress(Given.value(watcher, "the progress listener"));
        return this;
    }

    /**
     * Gives collectives and messages the times measured on the target network, by type and group size; see
     * docs/accuracy/prediction-rules.md.
     *
     * @param paths files of timed collectives (JSON, CSV, output of nccl-tests), or the directory that {@code etude
     *     calibrate --timings ... --out DIR} wrote
     * @throws org.etude.report.EtudeException when they cannot be read, or come from several networks
     */
    public SimulationSettings calibration(String... paths) {
        return calibration(
                Arrays.stream(Given.values(paths, "the paths")).map(Given::path).toList());
    }

    /** {@link #calibration(String...)}. */
    public SimulationSettings calibration(List<Path> paths) {
        options = options.times(TimingFiles.measured(Given.values(paths, "the paths")));
        return this;
    }

    /** The network and system settings so far; the rest follows from the workload. */
    @Override
    public String toString() {
        return "SimulationSettings of " + Counted.of(ranks, "rank") + ": "
                + (fidelity == null ? "usual fidelity" : fidelity.name().toLowerCase(Locale.ROOT)) + ", "
                + (system == null ? "usual system" : "given system")
                + (changes.isEmpty() ? "" : ", " + Counted.of(changes.size(), "change"));
    }
}

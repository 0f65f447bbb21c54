// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.etude.analysis.ChangedRun;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtDigest;
import org.etude.et.wire.EtSet;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.sim.GroupsReader;
import org.etude.sim.checkpoint.CheckpointPlan;
import org.etude.sim.checkpoint.CustomTraces;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.RemoteMemoryReader;
import org.etude.sim.spec.RunDefaults;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.WhatIf;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.sweep.RunKey;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * What to simulate, and how: the value behind {@code work.simulate(...)}, sweeps, calibration and the command line.
 * Options that are not set follow {@link RunDefaults}: recordings run on the network they were recorded on, or on links
 * that carry one message at a time; everything else runs packet by packet. Immutable: each method returns a new setup
 * and rejects invalid values.
 */
public final class SimulationSetup {
    private final EtSet workload;
    private final Scenario inputs;
    private final SimulationSettings settings;
    /** Whether a network was given. */
    private final boolean placed;

    private SimulationSetup(EtSet workload, Scenario inputs, SimulationSettings settings, boolean placed) {
        this.workload = workload;
        this.inputs = inputs;
        this.placed = placed;
        this.settings = settings;
    }

    static SimulationSetup of(Workload workload) {
        EtSet set = Given.value(workload, "the workload").set();
        int ranks = set.ranks().size();
        return new SimulationSetup(
                set, Scenario.of(set, LogicalTopology.fitting(ranks)), new SimulationSettings(ranks), false);
    }

    static SimulationSetup read(Path system, Path network, Path prefix) {
        return of(Workload.read(prefix)).system(system).network(network);
    }

    /** The same setup with other system settings. */
    @Internal
    public SimulationSetup system(SystemSpec system) {
        return with(s -> s.system(system));
    }

    /**
     * The same with the settings of a system file or of a ready-made system; see {@link SimulationSettings#system(Path)}.
     *
     * @throws org.etude.report.EtudeException when there is no such file or name, or a value is invalid
     */
    public SimulationSetup system(Path nameOrFile) {
        return with(s -> s.system(nameOrFile));
    }

    /** {@link #system(Path)}. */
    public SimulationSetup system(String nameOrFile) {
        return system(Given.path(nameOrFile));
    }

    /**
     * The same on another network.
     *
     * @throws org.etude.report.EtudeException when it has another number of ranks than the workload
     */
    @Internal
    public SimulationSetup network(LogicalTopology topology) {
        return checked(new SimulationSetup(workload, inputs.topology(topology), settings, true));
    }

    /** The same on another network. */
    public SimulationSetup network(Topology topology) {
        return network(Given.value(topology, "the topology").logical());
    }

    /**
     * The same on a network read from another tool's file. ASTRA-sim's network YAML defines the dimensions. The
     * configuration of its packet backend (a text file with the key {@code TOPOLOGY_FILE}) names the physical topology
     * and selects {@link org.etude.spec.Fidelity#PACKET}; collectives run along a single dimension of all ranks.
     *
     * @throws org.etude.report.EtudeException when the file, or one that it names, cannot be read or is invalid, or when
     *     the network has another number of ranks than the workload
     */
    public SimulationSetup network(Path file) {
        return network(NetworkFile.read(Given.value(file, "the file")));
    }

    /** {@link #network(Path)}. */
    public SimulationSetup network(String file) {
        return network(Given.path(file));
    }

    /**
     * {@link #network(Path)} of a packet backend's configuration, with the dimensions along which collectives run.
     *
     * @param logical a file {@code {"logical-dims": ["8", "4"]}}; the product is the number of ranks
     * @throws org.etude.report.EtudeException also when the network is a YAML, which has dimensions of its own
     */
    public SimulationSetup network(Path configuration, Path logical) {
        Given.value(logical, "the logical file");
        return network(NetworkFile.read(Given.value(configuration, "the configuration"))
                .logical(logical));
    }

    /** {@link #network(Path, Path)}. */
    public SimulationSetup network(String configuration, String logical) {
        return network(Given.path(configuration), Given.path(logical));
    }

    private SimulationSetup network(NetworkFile network) {
        SimulationSetup on = network(network.dimensions(inputs.ranks().size()));
        return network.packets()
                .map(p -> on.with(
                        s -> s.packetsAsGiven(new PacketSetup(Optional.of(p.physical()), p.spec(), p.report()))))
                .orElse(on);
    }

    /** The same with one remote memory per rank; an access takes the latency and its bytes over the rate, in whole ns. */
    public SimulationSetup memoryPerRank(Time latency, Bandwidth rate) {
        return memory(RemoteMemorySpec.perRank(latency, rate));
    }

    /**
     * The same with one remote memory per node, each with one transaction at a time.
     *
     * @param nodes number of nodes
     * @param ranks ranks per node
     */
    public SimulationSetup memoryPerNode(int nodes, int ranks, Time latency, Bandwidth rate) {
        return memory(RemoteMemorySpec.perNode(nodes, ranks, latency, rate));
    }

    /** The same with one remote memory for all ranks, one transaction at a time. */
    public SimulationSetup memoryPool(Time latency, Bandwidth rate) {
        return memory(RemoteMemorySpec.pool(latency, rate));
    }

    /** The same with remote memory. */
    @Internal
    public SimulationSetup memory(RemoteMemorySpec memory) {
        return with(inputs.memory(Given.value(memory, "the memory")));
    }

    /**
     * The same with remote memory as one of ASTRA-sim's files describes it.
     *
     * @throws org.etude.report.EtudeException when it cannot be read or is invalid
     */
    public SimulationSetup memory(Path file) {
        return memory(RemoteMemoryReader.read(Given.value(file, "the file")));
    }

    /** {@link #memory(Path)}. */
    public SimulationSetup memory(String file) {
        return memory(Given.path(file));
    }

    /**
     * The same with the communicator groups of a file, such as the groups.json of the traces.
     *
     * @throws org.etude.report.EtudeException when it cannot be read or holds no groups
     */
    public SimulationSetup groups(Path file) {
        return groups(GroupsReader.read(Given.value(file, "the file")));
    }

    /** {@link #groups(Path)}. */
    public SimulationSetup groups(String file) {
        return groups(Given.path(file));
    }

    /** The same with other communicator groups, such as {@code CommGroups.read(path)}. */
    @Internal
    public SimulationSetup groups(CommGroups groups) {
        return with(inputs.groups(groups));
    }

    /** The same with some settings changed: {@code setup.with(s -> s.splits(4))}. */
    public SimulationSetup with(Consumer<SimulationSettings> change) {
        SimulationSettings changed = settings.copy();
        Given.change(change, changed);
        return checked(new SimulationSetup(workload, inputs, changed.copy(), placed));
    }

    /**
     * The same, simulated packet by packet on a separate physical network such as {@code PacketTopologies.fatTree(...)}
     * or {@code TopologyFile.read(path)}. The logical topology still determines how collectives run.
     */
    @Internal
    public SimulationSetup physical(PacketTopology topology) {
        return with(s -> s.physical(topology));
    }

    private SimulationSetup with(Scenario other) {
        return checked(new SimulationSetup(workload, other, settings, placed));
    }

    private static SimulationSetup checked(SimulationSetup setup) {
        setup.given();
        return setup;
    }

    /**
     * Everything that the run depends on, with defaults filled in.
     *
     * @throws org.etude.report.EtudeException when a checkpoint was requested, which only {@link #run} supports
     */
    @Internal
    public Scenario scenario() {
        if (settings.checkpoint().isPresent()) {
            throw new SimulationException(
                    "a checkpoint belongs to one run, but there are several runs",
                    "Leave out checkpoint(...): a sweep with a cache resumes from the runs that are finished.");
        }
        return whole();
    }

    private Scenario whole() {
        return settings.sized(given());
    }

    /** All but what follows from the network of packets, which is large and of no use to others. */
    private Scenario given() {
        return settings.on(inputs, RunDefaults.of(workload, settings.isCompat(), placed || settings.concernNetwork()));
    }

    /**
     * Rejects a change that matches nothing in this setup, before anything is simulated.
     *
     * @throws org.etude.report.EtudeException when no node or link of this setup matches
     */
    public void check(UnaryOperator<WhatIf> change) {
        ChangedRun.of(Given.options(change, WhatIf.nothing())).apply(whole());
    }

    /**
     * Computes the cache key of the run from everything that its outcome depends on.
     *
     * @param traces digest of the traces and groups
     * @param build the build of Etude
     */
    String key(String traces, String build) {
        return RunKey.of(scenario(), traces, build);
    }

    /**
     * Simulates to the end, or until a limit stops it.
     *
     * @throws Simulation.Interrupted when the thread was interrupted; it holds the partial run
     * @throws org.etude.sim.result.StallException when ranks wait for something that never comes
     */
    public Simulation run() {
        Scenario scenario = whole();
        return settings.checkpoint()
                .map(plan -> Simulation.run(scenario, RunCheckpoint.of(named(plan, scenario))))
                .orElseGet(() -> Simulation.run(scenario));
    }

    private static CheckpointPlan named(CheckpointPlan plan, Scenario scenario) {
        SimOptions options = scenario.options();
        // The checkpoint also depends on what is recorded and on the clock's fast-forward points, which the outcome's
        // key
        // omits.
        String more = new TreeSet<>(options.kept()) + " " + options.symmetry() + " "
                + options.limits().simulatedNs() + " " + options.limits().events();
        return plan.of(
                EtDigest.of(scenario.ranks(), scenario.groups()),
                RunKey.of(scenario, CustomTraces.digest(scenario), more));
    }

    @Override
    public String toString() {
        Scenario scenario = whole();
        return "SimulationSetup " + scenario.topology() + ", "
                + Counted.of(scenario.ranks().size(), "rank") + ", "
                + scenario.options().fidelity().name().toLowerCase(Locale.ROOT) + " network";
    }
}

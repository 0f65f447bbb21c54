package org.etude;

import java.util.Optional;
import java.util.function.Consumer;
import org.etude.et.wire.CommGroups;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.PacketNetworkSpec;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PacketObservers;
import org.etude.report.Report;
import org.etude.sim.PacketScenario;
import org.etude.sim.spec.RemoteMemorySpec;
import org.etude.sim.spec.Scenario;
import org.etude.sim.spec.SystemSpec;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.sweep.RunKey;
import org.etude.topology.graph.LogicalTopology;

/**
 * A simulation that is not run yet. Unless told otherwise a recording runs on links that carry one message after the other,
 * everything else packet by packet. Immutable: each verb gives another set-up.
 */
public final class SimulationSetup {
    private final Scenario scenario;
    private final PacketNetworkSpec packets;
    private final Optional<PacketTopology> physical;
    private final Report report;

    private SimulationSetup(
            Scenario scenario, PacketNetworkSpec packets, Optional<PacketTopology> physical, Report report) {
        this.scenario = scenario;
        this.packets = packets;
        this.physical = physical;
        this.report = report;
    }

    static SimulationSetup of(Workload workload) {
        int ranks = workload.set().ranks().size();
        Scenario scenario = Scenario.of(workload.set(), LogicalTopology.fitting(ranks));
        boolean recorded = workload.set().isRecorded();
        scenario = recorded ? scenario.system(SystemSpec.ofRecordings()) : scenario;
        Fidelity network = !recorded
                ? Fidelity.PACKET
                : workload.set().hasRecordedTransfers() ? Fidelity.RECORDED : Fidelity.AWARE;
        return new SimulationSetup(
                scenario.options(scenario.options().fidelity(network)),
                PacketNetworkSpec.shipped().inOrder(recorded),
                Optional.empty(),
                Report.empty());
    }

    static SimulationSetup read(String system, String network, String prefix) {
        return of(Workload.read(prefix)).system(SystemSpec.read(system)).network(Network.read(network));
    }

    /** The same with other system settings, such as {@code SystemSpec.read(path)}. */
    public SimulationSetup system(SystemSpec system) {
        return with(onTopology().system(system));
    }

    /**
     * The same on another network.
     *
     * @throws org.etude.topology.graph.TopologyException when it has another number of ranks than the workload
     */
    public SimulationSetup network(LogicalTopology topology) {
        return with(onTopology().topology(topology));
    }

    /** The scenario with its transfers simulated on the topology rather than taken from the recording. */
    private Scenario onTopology() {
        SimOptions options = scenario.options();
        return options.fidelity() == Fidelity.RECORDED ? scenario.options(options.fidelity(Fidelity.AWARE)) : scenario;
    }

    /**
     * The same on a network that was read: a network YAML is simulated by formula, without congestion, unless {@code
     * with(s -> s.network(...))} says otherwise afterwards; a packet configuration packet by packet.
     *
     * @throws org.etude.topology.graph.TopologyException when it has another number of ranks than the workload
     */
    public SimulationSetup network(Network network) {
        Scenario on = scenario.topology(network.dimensions(scenario.ranks().size()));
        return network.packets()
                .map(p -> new SimulationSetup(
                        on.options(on.options().fidelity(Fidelity.PACKET)),
                        p.spec(),
                        Optional.of(p.physical()),
                        p.report()))
                .orElseGet(() -> with(on.options(on.options().fidelity(Fidelity.UNAWARE))));
    }

    /** The same on another network. */
    public SimulationSetup network(Topology topology) {
        return network(topology.logical());
    }

    /** The same with remote memory, such as {@code RemoteMemorySpec.read(path)}. */
    public SimulationSetup memory(RemoteMemorySpec memory) {
        return with(scenario.memory(memory));
    }

    /** The same with other communicator groups, such as {@code CommGroups.read(path)}. */
    public SimulationSetup groups(CommGroups groups) {
        return with(scenario.groups(groups));
    }

    /** The same with some settings changed: {@code setup.with(s -> s.splits(4))}; say the network first. */
    public SimulationSetup with(Consumer<SimulationSettings> change) {
        SimulationSettings settings = new SimulationSettings(
                        packets, scenario.topology().size(), scenario.ranks().size())
                .system(scenario.system())
                .options(scenario.options());
        change.accept(settings);
        Scenario changed = scenario.system(settings.system()).options(settings.options());
        return new SimulationSetup(changed, settings.packets(), physical, report);
    }

    /**
     * The same, packet by packet on a physical network of its own, such as {@code PacketTopologies.fatTree(...)} or
     * {@code TopologyFile.read(path)}; the logical topology still says how collectives are done.
     */
    public SimulationSetup physical(PacketTopology topology) {
        return new SimulationSetup(
                scenario.options(scenario.options().fidelity(Fidelity.PACKET)), packets, Optional.of(topology), report);
    }

    private SimulationSetup with(Scenario other) {
        return new SimulationSetup(other, packets, physical, report);
    }

    /**
     * Names the run by all its outcome depends on.
     *
     * @param traces digest of the traces and groups
     * @param build the build of Etude
     */
    String key(String traces, String build) {
        boolean packet = scenario.options().fidelity() == Fidelity.PACKET;
        Optional<PacketNetworkSpec> spec = packet ? Optional.of(packets) : Optional.empty();
        return RunKey.of(
                scenario,
                traces,
                spec,
                build + physical.map(PacketTopology::toString).orElse(""));
    }

    /**
     * Simulates to the end, or to a limit that was set.
     *
     * @throws Simulation.Interrupted when the thread was interrupted; it holds what was simulated until then
     * @throws org.etude.sim.result.StallException when ranks wait for something that never comes
     */
    public Simulation run() {
        if (scenario.options().fidelity() != Fidelity.PACKET
                || scenario.options().times().isPresent()) {
            return Simulation.run(scenario);
        }
        PacketTopology topology = physical.orElseGet(() -> PacketTopologies.of(scenario.topology()));
        return Simulation.run(new PacketScenario(scenario, topology, packets, report), PacketObservers.none());
    }

    @Override
    public String toString() {
        return "SimulationSetup " + scenario.topology() + ", "
                + scenario.ranks().size() + " ranks, "
                + scenario.options().fidelity().name().toLowerCase(java.util.Locale.ROOT) + " network";
    }
}

package org.etude.sim;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.network.packet.file.Ns3Arguments;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.ConfigFile;
import org.etude.network.packet.spec.PacketNetworkSpec;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Report;
import org.etude.sim.spec.RemoteMemoryReader;
import org.etude.sim.spec.RemoteMemorySpec;
import org.etude.sim.spec.Scenario;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.LogicalTopologyReader;

/**
 * A scenario on a packet network. The logical topology of the scenario says how collectives are done, the physical one how
 * packets travel; rank r sits on host r.
 *
 * @param scenario what is simulated
 * @param topology the physical network
 * @param network how it works
 * @param report what was ignored while reading
 */
public record PacketScenario(Scenario scenario, PacketTopology topology, PacketNetworkSpec network, Report report) {

    /** Refuses more ranks than hosts. */
    public PacketScenario {
        scenario = scenario.options(scenario.options().fidelity(Fidelity.PACKET));
        if (topology.hosts() < scenario.ranks().size()) {
            throw new SimulationException(
                    "the workload has " + scenario.ranks().size() + " ranks but the physical topology has "
                            + topology.hosts() + " hosts",
                    "Use a topology with at least as many hosts.");
        }
    }

    /**
     * A scenario on the physical network of its logical topology, with the reference's shipped settings; the messages of a
     * recording between two hosts in order, unless in compat.
     */
    public static PacketScenario of(Scenario scenario) {
        boolean recorded = scenario.ranks().stream().anyMatch(EtGraph::isRecorded);
        return new PacketScenario(
                scenario,
                PacketTopologies.of(scenario.topology()),
                PacketNetworkSpec.shipped()
                        .inOrder(recorded && !scenario.options().compat()),
                Report.empty());
    }

    /** The same with other network settings. */
    public PacketScenario network(PacketNetworkSpec value) {
        return new PacketScenario(scenario, topology, value, report);
    }

    /** The same on another physical network. */
    public PacketScenario topology(PacketTopology value) {
        return new PacketScenario(scenario, value, network, report);
    }

    /** The same with arguments of the reference's command line that ns-3 itself takes; see {@link Ns3Arguments}. */
    public PacketScenario arguments(List<String> arguments) {
        Ns3Arguments taken = Ns3Arguments.of(network, arguments);
        return new PacketScenario(scenario, topology, taken.spec(), report.plus(taken.report()));
    }

    /** The same run another way. */
    public PacketScenario options(SimOptions options) {
        return new PacketScenario(scenario.options(options), topology, network, report);
    }

    /**
     * The files of the reference's packet backend.
     *
     * @param workload prefix of the ETs; rank r reads {@code prefix.r.et}
     * @param system system JSON
     * @param config network configuration, which names the physical topology
     * @param logical logical topology JSON
     * @param memory remote memory JSON, if any
     * @param groups communicator group JSON, if any
     */
    public record Inputs(
            Path workload, Path system, Path config, Path logical, Optional<Path> memory, Optional<Path> groups) {

        /**
         * Reads them.
         *
         * @throws org.etude.report.EtudeException when one is missing or wrong
         */
        public PacketScenario read() {
            LogicalTopology dims = LogicalTopologyReader.read(logical);
            ConfigFile configuration = ConfigFile.read(config);
            Scenario scenario = new Scenario(
                    RankFiles.read(workload, dims.hosts(), false, "logical topology"),
                    groups.isPresent() ? GroupsReader.read(groups.get()) : CommGroups.none(),
                    SystemReader.read(system),
                    dims,
                    memory.isPresent() ? RemoteMemoryReader.read(memory.get()) : RemoteMemorySpec.none(),
                    Path.of(""),
                    SimOptions.defaults().asReference());
            return new PacketScenario(
                    scenario, configuration.physical(config), configuration.spec(), configuration.report());
        }
    }
}

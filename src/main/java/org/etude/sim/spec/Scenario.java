// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.network.packet.file.HostPorts;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Counted;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;

/**
 * All inputs of a simulation.
 *
 * @param ranks one execution trace per rank; ranks may share one
 * @param groups communicator groups
 * @param system how collectives are run
 * @param topology the network; it has as many hosts as there are ranks
 * @param memory remote memory
 * @param directory the base of relative paths of custom collectives
 * @param options how it is run
 * @param packets the packet network; used only if {@link #isPacketByPacket()}
 */
public record Scenario(
        List<EtGraph> ranks,
        CommGroups groups,
        SystemSpec system,
        LogicalTopology topology,
        RemoteMemorySpec memory,
        Path directory,
        SimOptions options,
        PacketSetup packets) {

    /** Copies the lists; rejects a topology of another size, and more ranks than hosts. */
    public Scenario {
        ranks = List.copyOf(ranks);
        topology.requireRanks(ranks.size());
        if (packets.physical().isPresent() && packets.physical().get().hosts() < ranks.size()) {
            throw new SimulationException(
                    "the workload has " + Counted.of(ranks.size(), "rank") + " but the physical topology has "
                            + Counted.of(packets.physical().get().hosts(), "host"),
                    "Use a topology with at least as many hosts.");
        }
    }

    /** A scenario with the reference's packet network, for use if packets are simulated. */
    public Scenario(
            List<EtGraph> ranks,
            CommGroups groups,
            SystemSpec system,
            LogicalTopology topology,
            RemoteMemorySpec memory,
            Path directory,
            SimOptions options) {
        this(ranks, groups, system, topology, memory, directory, options, PacketSetup.shipped());
    }

    /** A workload on an analytical network, with {@link SystemSpec#ofAstraSim()} and {@link SimOptions#defaults()}. */
    public static Scenario of(EtSet workload, LogicalTopology topology) {
        return new Scenario(
                workload.ranks(),
                workload.groups(),
                SystemSpec.ofAstraSim(),
                topology,
                RemoteMemorySpec.none(),
                Path.of(""),
                SimOptions.defaults());
    }

    /** Whether packets are simulated: requested, and not replaced by measured transfer times. */
    public boolean isPacketByPacket() {
        return options.fidelity() == Fidelity.PACKET && options.times().isEmpty();
    }

    /** Whether messages move on from link to link before their tails have arrived; never under ASTRA-sim's rules. */
    public boolean cutsThrough() {
        return system.cutThrough() && !options.compat();
    }

    /** Whether collectives over several dimensions are cut into as many chunks as make them fastest. */
    public boolean isPipelined() {
        return system.pipelined() && !options.compat() && topology.size() > 1;
    }

    /** The network on which packets travel. */
    public PacketTopology physical() {
        return packets.physical().orElseGet(() -> withPorts(PacketTopologies.of(topology)));
    }

    /**
     * Whether hosts have the ports of their own switches: where no link between the two was given, and not under ASTRA-sim's rules,
     * for which a network's file states that link.
     */
    public boolean hostsHavePorts() {
        return packets.physical().isEmpty() && topology.physical().isEmpty() && packets.wideFields();
    }

    /** A packet network made from that of this scenario, with the ports that its hosts have. */
    public PacketTopology withPorts(PacketTopology made) {
        return hostsHavePorts() ? HostPorts.of(made) : made;
    }

    /** Whether a switch with one host is a part of that host: so it is in the networks of topologies, but in files it is a switch. */
    public boolean ownSwitchesAreNics() {
        return packets.physical().isEmpty() || packets.ownSwitches();
    }

    /** This scenario with other execution traces, one per rank. */
    public Scenario ranks(List<EtGraph> value) {
        return new Scenario(value, groups, system, topology, memory, directory, options, packets);
    }

    /** This scenario with other system settings. */
    public Scenario system(SystemSpec value) {
        return new Scenario(ranks, groups, value, topology, memory, directory, options, packets);
    }

    /** This scenario with other options. */
    public Scenario options(SimOptions value) {
        return new Scenario(ranks, groups, system, topology, memory, directory, value, packets);
    }

    /**
     * This scenario on another network.
     *
     * @throws org.etude.topology.graph.TopologyException when the number of its hosts differs from the number of
     *     ranks
     */
    public Scenario topology(LogicalTopology value) {
        return new Scenario(ranks, groups, system, value, memory, directory, options, packets);
    }

    /** This scenario with other communicator groups. */
    public Scenario groups(CommGroups value) {
        return new Scenario(ranks, value, system, topology, memory, directory, options, packets);
    }

    /** This scenario with other remote memory. */
    public Scenario memory(RemoteMemorySpec value) {
        return new Scenario(ranks, groups, system, topology, value, directory, options, packets);
    }

    /** This scenario with another packet network. */
    public Scenario packets(PacketSetup value) {
        return new Scenario(ranks, groups, system, topology, memory, directory, options, value);
    }
}

package org.etude.sim.spec;

import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.spec.SimOptions;
import org.etude.topology.graph.LogicalTopology;

/**
 * What is simulated.
 *
 * @param ranks one execution trace a rank; ranks may share one
 * @param groups communicator groups
 * @param system how collectives are done
 * @param topology the network; it has as many hosts as there are ranks
 * @param memory remote memory
 * @param directory where relative paths of custom collectives begin
 * @param options how it is run
 */
public record Scenario(
        List<EtGraph> ranks,
        CommGroups groups,
        SystemSpec system,
        LogicalTopology topology,
        RemoteMemorySpec memory,
        Path directory,
        SimOptions options) {

    /** Copies; refuses a topology of another size. */
    public Scenario {
        ranks = List.copyOf(ranks);
        topology.requireRanks(ranks.size());
    }

    /** A workload on a network, everything else at its default. */
    public static Scenario of(EtSet workload, LogicalTopology topology) {
        return new Scenario(
                workload.ranks(),
                workload.groups(),
                SystemSpec.defaults(),
                topology,
                RemoteMemorySpec.none(),
                Path.of(""),
                SimOptions.defaults());
    }

    /** The same with other system settings. */
    public Scenario system(SystemSpec value) {
        return new Scenario(ranks, groups, value, topology, memory, directory, options);
    }

    /** The same run another way. */
    public Scenario options(SimOptions value) {
        return new Scenario(ranks, groups, system, topology, memory, directory, value);
    }

    /**
     * The same on another network.
     *
     * @throws org.etude.topology.graph.TopologyException when it has another number of hosts than there are ranks
     */
    public Scenario topology(LogicalTopology value) {
        return new Scenario(ranks, groups, system, value, memory, directory, options);
    }

    /** The same with other communicator groups. */
    public Scenario groups(CommGroups value) {
        return new Scenario(ranks, value, system, topology, memory, directory, options);
    }

    /** The same with remote memory. */
    public Scenario memory(RemoteMemorySpec value) {
        return new Scenario(ranks, groups, system, topology, value, directory, options);
    }
}

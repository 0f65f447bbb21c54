// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.nio.file.Path;
import java.util.Optional;
import org.etude.et.wire.CommGroups;
import org.etude.network.packet.spec.ConfigFile;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.RemoteMemoryReader;
import org.etude.sim.spec.Scenario;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.LogicalTopologyReader;

/**
 * The input files of ASTRA-sim's packet backend.
 *
 * @param workload prefix of the ETs; rank r reads {@code prefix.r.et}
 * @param system system JSON
 * @param config network configuration, which names the physical topology
 * @param logical logical topology JSON
 * @param memory remote memory JSON, if any
 * @param groups communicator group JSON, if any
 */
public record PacketInputs(
        Path workload, Path system, Path config, Path logical, Optional<Path> memory, Optional<Path> groups) {

    /**
     * Reads the files into a scenario that follows ASTRA-sim's rules.
     *
     * @throws org.etude.report.EtudeException when one is missing or invalid
     */
    public Scenario read() {
        LogicalTopology dims = LogicalTopologyReader.read(logical);
        ConfigFile configuration = ConfigFile.read(config);
        return new Scenario(
                RankFiles.read(workload, dims.hosts(), false, "logical topology"),
                groups.isPresent() ? GroupsReader.read(groups.get()) : CommGroups.none(),
                SystemReader.read(system),
                dims,
                memory.isPresent() ? RemoteMemoryReader.read(memory.get()) : RemoteMemorySpec.none(),
                Path.of(""),
                SimOptions.defaults().asReference().fidelity(Fidelity.PACKET),
                new PacketSetup(
                        Optional.of(configuration.physical(config)), configuration.spec(), configuration.report()));
    }
}

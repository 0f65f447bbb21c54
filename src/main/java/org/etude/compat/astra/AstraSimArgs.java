// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.astra;

import java.nio.file.Path;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;

/**
 * The command-line arguments of the ASTRA-sim binaries; a null path was not given.
 *
 * @param workload prefix P of the ETs: rank r reads P.r.et
 * @param system system JSON
 * @param network network YAML
 * @param remoteMemory remote-memory JSON
 * @param commGroups communicator-group JSON, or null; a name that contains "empty" also means none
 * @param logicalTopology logical-topology JSON, for packet networks, or null
 * @param replicate whether every rank runs the ET of rank 0
 * @param directory base of relative paths inside the files
 * @param options how the scenario is run
 */
public record AstraSimArgs(
        Path workload,
        Path system,
        Path network,
        Path remoteMemory,
        Path commGroups,
        Path logicalTopology,
        boolean replicate,
        Path directory,
        SimOptions options) {

    /** Requires the four files that ASTRA-sim requires. */
    public AstraSimArgs {
        require(workload, "--workload-configuration");
        require(system, "--system-configuration");
        require(network, "--network-configuration");
        require(remoteMemory, "--remote-memory-configuration");
    }

    private static void require(Path given, String flag) {
        if (given == null) {
            throw new SimulationException(flag + " is missing", "Give " + flag + "=PATH.");
        }
    }
}

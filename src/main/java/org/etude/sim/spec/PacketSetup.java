// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import java.util.Optional;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Report;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * What a scenario needs besides to be simulated packet by packet. The logical topology of the scenario says how collectives are
 * done, the physical one how packets travel; rank r is host r.
 *
 * @param physical the physical network; empty for that of the logical topology
 * @param network how it works
 * @param report what was ignored while reading it
 */
public record PacketSetup(Optional<PacketTopology> physical, PacketNetworkSpec network, Report report) {

    /** The physical network of the logical topology, with the reference's shipped settings. */
    public static PacketSetup shipped() {
        return new PacketSetup(Optional.empty(), PacketNetworkSpec.shipped(), Report.empty());
    }

    /** The same with messages between two hosts in order, or not. */
    public PacketSetup inOrder(boolean value) {
        return network(network.inOrder(value));
    }

    /** The same with other network settings. */
    public PacketSetup network(PacketNetworkSpec value) {
        return new PacketSetup(physical, value, report);
    }

    /** The same on a physical network of its own. */
    public PacketSetup physical(PacketTopology value) {
        return new PacketSetup(Optional.of(value), network, report);
    }
}

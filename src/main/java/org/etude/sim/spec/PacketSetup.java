// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import java.util.Optional;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Report;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * The additional inputs of packet simulation. The scenario's logical topology determines how collectives run, the
 * physical one how packets travel; rank r is host r.
 *
 * @param physical the physical network; empty for that of the logical topology
 * @param network the settings of the network
 * @param report what was ignored while reading it
 * @param actualRates whether the telemetry of HPCC states the rate of every link; otherwise only seven, as in the reference
 */
public record PacketSetup(
        Optional<PacketTopology> physical, PacketNetworkSpec network, Report report, boolean actualRates) {

    /** A setup with the telemetry of the reference. */
    public PacketSetup(Optional<PacketTopology> physical, PacketNetworkSpec network, Report report) {
        this(physical, network, report, false);
    }

    /** The physical network of the logical topology, with the reference's shipped settings. */
    public static PacketSetup shipped() {
        return new PacketSetup(Optional.empty(), PacketNetworkSpec.shipped(), Report.empty());
    }

    /** This setup with or without in-order messages between two hosts. */
    public PacketSetup inOrder(boolean value) {
        return network(network.inOrder(value));
    }

    /** This setup with telemetry that states the rate of every link. */
    public PacketSetup withActualRates() {
        return new PacketSetup(physical, network, report, true);
    }

    /** This setup with other network settings. */
    public PacketSetup network(PacketNetworkSpec value) {
        return new PacketSetup(physical, value, report, actualRates);
    }

    /** This setup with a separate physical network. */
    public PacketSetup physical(PacketTopology value) {
        return new PacketSetup(Optional.of(value), network, report, actualRates);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import java.util.List;
import java.util.Optional;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * The additional inputs of packet simulation. The scenario's logical topology determines how collectives run, the
 * physical one how packets travel; rank r is host r.
 *
 * @param physical the physical network; empty for that of the logical topology
 * @param network the settings of the network
 * @param report what was ignored while reading it
 * @param wideFields whether telemetry and windows hold any value; otherwise they wrap round as in the reference, and the telemetry of
 *     HPCC states seven rates of links and five switches
 * @param ownSwitches whether a switch with one host is a part of that host in the physical network, if there is a separate one, as it is
 *     in that of a topology
 * @param threads how many threads may simulate components of the network
 */
public record PacketSetup(
        Optional<PacketTopology> physical,
        PacketNetworkSpec network,
        Report report,
        boolean wideFields,
        boolean ownSwitches,
        int threads) {

    /** A setup with the widths of the reference. */
    public PacketSetup(Optional<PacketTopology> physical, PacketNetworkSpec network, Report report) {
        this(physical, network, report, false, false, 1);
    }

    /** The physical network of the logical topology, with the reference's shipped settings. */
    public static PacketSetup shipped() {
        return new PacketSetup(Optional.empty(), PacketNetworkSpec.shipped(), Report.empty());
    }

    /** This setup with or without in-order messages between two hosts. */
    public PacketSetup inOrder(boolean value) {
        return network(network.inOrder(value));
    }

    /** This setup with fields in which every value fits. */
    public PacketSetup withWideFields() {
        return new PacketSetup(physical, network, report, true, ownSwitches, threads);
    }

    /** This setup with scaled ECN thresholds for the rates of links for which the settings have none, where the reference takes 0. */
    public PacketSetup withThresholdsOfAllRates() {
        return network(network.with(network.switches().withNearestMarks()));
    }

    /**
     * This setup with packets so long that whole nanoseconds keep the rate of the links, to 3 %: of 2,400 Gbit/s, 1,000 bytes take
     * 3 ns instead of 3.45. Links of up to 400 Gbit/s leave the packets of the settings as they are.
     */
    public PacketSetup withPacketsFor(PacketTopology links) {
        int given = network.transport().payloadBytes();
        int payload = new PacketTimes(network, links).fittingPayload();
        if (payload == given) {
            return this;
        }
        Finding longer = new Finding(
                Finding.Level.INFO,
                "simulate",
                -1,
                "packet network",
                "packets carry " + payload + " bytes instead of " + given,
                "times are whole nanoseconds, as in the reference, which would change the rate of its fast links",
                "fewer packets, as fast as the links; a packet configuration of your own sets another size");
        PacketSetup fitting = network(network.with(network.transport().withPayload(payload)));
        return new PacketSetup(
                fitting.physical,
                fitting.network,
                report.plus(Report.of(List.of(longer))),
                wideFields,
                ownSwitches,
                threads);
    }

    /** This setup for another number of threads. */
    public PacketSetup withThreads(int count) {
        return new PacketSetup(physical, network, report, wideFields, ownSwitches, count);
    }

    /** This setup with other network settings. */
    public PacketSetup network(PacketNetworkSpec value) {
        return new PacketSetup(physical, value, report, wideFields, ownSwitches, threads);
    }

    /** This setup with a separate physical network. */
    public PacketSetup physical(PacketTopology value) {
        return new PacketSetup(Optional.of(value), network, report, wideFields, false, threads);
    }

    /** This setup with a changed network of the topology. */
    public PacketSetup changedTopology(PacketTopology value) {
        return new PacketSetup(Optional.of(value), network, report, wideFields, true, threads);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.util.Locale;
import java.util.Optional;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.PortStatistics;
import org.etude.sim.result.SimulationResult;

/**
 * The result of a run on a packet network.
 *
 * @param simulation the result common to all runs
 * @param flows finished flows, one row each
 * @param ports statistics of each port
 * @param packetHops number of packets that passed one link each
 * @param skippedHops how many of them were fast-forwarded rather than simulated one by one; nothing else in the
 *     result depends on it
 * @param drops packets dropped by full buffers
 * @param retransmissions timeouts after which a flow was resent
 * @param series time series of each port, when recorded
 */
public record PacketResult(
        SimulationResult simulation,
        FlowLog flows,
        PortStatistics ports,
        long packetHops,
        long skippedHops,
        long drops,
        long retransmissions,
        Optional<PortRecorder> series) {

    /** The number of PAUSE frames that ports obeyed. */
    public long pauses() {
        long pauses = 0;
        for (int port = 0; port < ports.size(); port++) {
            pauses += ports.pausesObeyed(port);
        }
        return pauses;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s; %,d flows, %,d drops, %,d PFC pauses%n %s packet-hops: %s",
                simulation,
                flows.size(),
                drops,
                pauses(),
                count(packetHops),
                shares());
    }

    private String shares() {
        if (skippedHops == 0) {
            return "all simulated one by one";
        }
        long simulated = Math.max(1, Math.round(100.0 * (packetHops - skippedHops) / packetHops));
        return simulated + " % simulated one by one, " + (100 - simulated) + " % fast-forwarded";
    }

    private static String count(long hops) {
        return hops < 1_000_000_000
                ? String.format(Locale.ROOT, "%,d", hops)
                : String.format(Locale.ROOT, "%.1e", hops * 1.0);
    }
}

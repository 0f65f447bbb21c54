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
 * @param simulation what every run yields
 * @param flows finished flows, one row each
 * @param ports what each port did
 * @param packetHops packets that passed one link each
 * @param closedHops those of them that were fast-forwarded rather than simulated one by one; nothing else in the result
 *     depends on it
 * @param drops packets dropped by full buffers
 * @param retransmissions timeouts after which a flow was sent again
 * @param series what each port did over time, when recorded
 */
public record PacketResult(
        SimulationResult simulation,
        FlowLog flows,
        PortStatistics ports,
        long packetHops,
        long closedHops,
        long drops,
        long retransmissions,
        Optional<PortRecorder> series) {

    /** PAUSE frames that ports obeyed. */
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
        if (closedHops == 0) {
            return "all singly";
        }
        long singly = Math.max(1, Math.round(100.0 * (packetHops - closedHops) / packetHops));
        return singly + " % singly, " + (100 - singly) + " % fast-forwarded";
    }

    private static String count(long hops) {
        return hops < 1_000_000_000
                ? String.format(Locale.ROOT, "%,d", hops)
                : String.format(Locale.ROOT, "%.1e", hops * 1.0);
    }
}

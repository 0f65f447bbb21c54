package org.etude.sim;

import java.util.Locale;
import org.etude.sim.network.packet.FlowLog;
import org.etude.sim.network.packet.PortStatistics;

/**
 * What a run on a packet network gives.
 *
 * @param scenario what was run
 * @param simulation what any run gives
 * @param flows finished flows, a row each
 * @param ports what each port did
 * @param packetHops packets that passed one link each, all simulated one by one
 * @param drops packets dropped by full buffers
 * @param retransmissions timeouts after which a flow was sent again
 */
public record PacketResult(
        PacketScenario scenario,
        SimulationResult simulation,
        FlowLog flows,
        PortStatistics ports,
        long packetHops,
        long drops,
        long retransmissions) {

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
                "%s; %,d flows, %,d drops, %,d PFC pauses%n %,d packet-hops, all singly",
                simulation,
                flows.size(),
                drops,
                pauses(),
                packetHops);
    }
}

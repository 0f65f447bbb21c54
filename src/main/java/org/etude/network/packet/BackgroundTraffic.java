// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import java.util.List;
import java.util.function.Consumer;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.BackgroundFlow;

/** Flows in addition to those of the job, which begin at times that the user states. */
final class BackgroundTraffic {
    private BackgroundTraffic() {}

    /**
     * Schedules the flows.
     *
     * @param flows the flows
     * @param hosts the number of hosts
     * @param begin called for each flow when it begins
     * @throws PacketNetworkException when one of them names a host that does not exist
     */
    static void plan(List<BackgroundFlow> flows, EventQueue queue, int hosts, Consumer<BackgroundFlow> begin) {
        int begins = flows.isEmpty() ? -1 : queue.register(number -> begin.accept(flows.get((int) number)));
        for (int i = 0; i < flows.size(); i++) {
            BackgroundFlow flow = flows.get(i);
            if (Math.max(flow.source(), flow.destination()) >= hosts) {
                throw new PacketNetworkException(
                        "a background flow goes from host " + flow.source() + " to host " + flow.destination()
                                + " but there are " + hosts + " hosts",
                        "Name two of the hosts 0 to " + (hosts - 1) + ".");
            }
            queue.schedule(flow.atNanos(), begins, i);
        }
    }
}

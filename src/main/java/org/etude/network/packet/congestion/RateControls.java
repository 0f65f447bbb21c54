// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionSpec;

/** Creates the congestion control that a network is configured for. Tests override it. */
public class RateControls {
    /**
     * What a congestion control acts on.
     *
     * @param payloadBytes payload of a full packet
     * @param maxRttNanos the largest base round-trip time between any two hosts
     * @param nic changes a rate together with the time at which the flow may send again
     */
    public record Parts(
            EventQueue queue,
            Ports ports,
            CellPool pool,
            Flows flows,
            CongestionSpec spec,
            int payloadBytes,
            long maxRttNanos,
            Hpcc.HostNicRef nic) {}

    /** Creates the configured control. */
    public RateControl make(Parts parts) {
        CongestionSpec spec = parts.spec();
        Flows flows = parts.flows();
        return switch (spec.control()) {
            case NONE -> new RateControl();
            case DCQCN -> new Dcqcn(flows, spec, new IdleTimers(parts.queue()));
            case HPCC -> new Hpcc(parts.queue(), parts.ports(), parts.pool(), flows, spec, parts.nic());
            case TIMELY -> new Timely(parts.queue(), flows, spec);
            case DCTCP -> new Dctcp(flows, spec, parts.payloadBytes());
            case HPCC_PINT -> new HpccPint(parts.queue(), parts.ports(), flows, spec, parts.maxRttNanos(), parts.nic());
        };
    }
}

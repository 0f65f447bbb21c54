// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.report.Finding;

/** A flow that will never complete, and where, as rows of an error. */
final class UnfinishedFlow {
    /** The most rows that are reported per error. */
    static final int MOST_ROWS = 1000;

    private UnfinishedFlow() {}

    /**
     * The row of a flow.
     *
     * @param more what else is known of its progress, after the bytes acknowledged
     * @param cause why it goes no further
     */
    static Finding row(PacketFlow flow, String more, String cause) {
        return new Finding(
                Finding.Level.ERROR,
                "simulate",
                flow.source,
                "flow " + flow.source + " -> " + flow.destination + " port " + flow.sourcePort,
                "unfinished: " + flow.acknowledged + " of " + flow.size + " bytes acknowledged" + more,
                cause,
                "it never completes");
    }

    /** A port by its node and that at the far end. */
    static String portName(Ports ports, int port) {
        return ports.at(port).node + "-" + ports.at(port ^ 1).node;
    }
}

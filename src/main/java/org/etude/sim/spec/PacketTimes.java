// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.PacketNetworkSpec;

/** How long full packets take on the links of a network, in whole nanoseconds as in the reference, and without rounding. */
public final class PacketTimes {
    /** From which share on the rounding of a packet's time is worth a finding, or larger packets. */
    public static final double ROUNDED = 0.03;

    private static final long NS_PER_S = 1_000_000_000L;
    private static final int MOST_BYTES = 1 << 16;

    private final PacketNetworkSpec spec;
    private final List<Long> rates;

    /** The times of a network's packets. */
    public PacketTimes(PacketNetworkSpec spec, PacketTopology topology) {
        this.spec = spec;
        rates = topology.links().stream()
                .map(PacketTopology.Link::bitsPerSecond)
                .distinct()
                .sorted()
                .toList();
    }

    /** The rates of the links in bit/s, ascending. */
    public List<Long> rates() {
        return rates;
    }

    /** The bytes of a packet on the wire. */
    public long bytes(long payload) {
        return payload
                + spec.transport().frames().dataBytes()
                + spec.congestion().control().telemetryBytes();
    }

    /** How many ns a packet takes without rounding. */
    public double exactNanos(long payload, long rate) {
        return (double) bytes(payload) * Byte.SIZE * NS_PER_S / rate;
    }

    /** By which share rounding changes that time. */
    public double change(long payload, long rate) {
        return spec.transport().frames().nanos(bytes(payload), rate) / exactNanos(payload, rate) - 1;
    }

    /**
     * The payload of the settings or, where rounding would change the rate of a link by more than {@link #ROUNDED}, twice as much, and
     * so on, until it does not; that of the settings if none up to 64 KiB will do.
     */
    int fittingPayload() {
        int given = spec.transport().payloadBytes();
        for (int payload = given; payload <= MOST_BYTES; payload *= 2) {
            if (worst(payload) <= ROUNDED) {
                return payload;
            }
        }
        return given;
    }

    private double worst(int payload) {
        return rates.stream()
                .mapToDouble(rate -> Math.abs(change(payload, rate)))
                .max()
                .orElse(0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import org.etude.unit.Bandwidth;

/**
 * Rate, latency and loss of the links of one level of a network.
 *
 * @param bandwidth rate in each direction, 1 bit/s or more
 * @param latencyNs propagation delay in ns; may have a fraction
 * @param errorRate fraction of packets lost, 0 to 1
 */
public record LinkSpec(Bandwidth bandwidth, double latencyNs, double errorRate) {
    /** The default link: 400 Gbps, 500 ns, no loss. */
    public static final LinkSpec DEFAULT =
            new LinkSpec(TopologyDim.DEFAULT_BANDWIDTH, TopologyDim.DEFAULT_LATENCY_NS, 0);

    /** Rejects a rate below 1 bit/s, a negative or infinite latency and an error rate outside 0 to 1. */
    public LinkSpec {
        if (bandwidth.bytesPerSecond() * Byte.SIZE < 1) {
            throw new TopologyException(
                    "a link's bandwidth is " + bandwidth.bytesPerSecond() * Byte.SIZE + " bit/s",
                    "Give 1 bit per second or more.");
        }
        if (!(latencyNs >= 0) || Double.isInfinite(latencyNs)) {
            throw new TopologyException("a link's latency is " + latencyNs + " ns", "Give 0 ns or more.");
        }
        if (!(errorRate >= 0 && errorRate <= 1)) {
            throw new TopologyException("a link's error rate is " + errorRate, "Give a share from 0 to 1.");
        }
    }

    /** The rate in whole bits per second, as packet networks use it. */
    public long bitsPerSecond() {
        return Math.round(bandwidth.bytesPerSecond() * Byte.SIZE);
    }

    public LinkSpec with(Bandwidth other) {
        return new LinkSpec(other, latencyNs, errorRate);
    }

    public LinkSpec withLatency(double ns) {
        return new LinkSpec(bandwidth, ns, errorRate);
    }

    public LinkSpec withErrorRate(double share) {
        return new LinkSpec(bandwidth, latencyNs, share);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import org.etude.unit.Bandwidth;

/**
 * One dimension of a logical topology.
 *
 * @param kind how its nodes are joined
 * @param npus nodes along it
 * @param bandwidth rate of one link in one direction
 * @param latencyNs delay of one link in ns; may have a fraction
 * @param errorRate share of packets a link loses, which only packet networks obey
 */
public record TopologyDim(DimKind kind, int npus, Bandwidth bandwidth, double latencyNs, double errorRate) {
    /** Rate of a link when none is given: 400 Gbps (50 GB/s), a port of NDR InfiniBand or 400G Ethernet. */
    public static final Bandwidth DEFAULT_BANDWIDTH = Bandwidth.gbps(400);
    /** Latency of a link when none is given, in ns: that of ASTRA-sim's examples. */
    public static final double DEFAULT_LATENCY_NS = 500;

    /** Refuses a dimension without nodes and a latency that is no time. */
    public TopologyDim {
        if (npus < 1) {
            throw new TopologyException(
                    "a " + kind.wireName() + " dimension has " + npus + " nodes", "Give at least 1, mostly 2 or more.");
        }
        if (!(latencyNs >= 0) || Double.isInfinite(latencyNs)) {
            throw new TopologyException("a link's latency is " + latencyNs + " ns", "Give 0 ns or more.");
        }
    }

    /** A dimension whose links lose nothing. */
    public TopologyDim(DimKind kind, int npus, Bandwidth bandwidth, double latencyNs) {
        this(kind, npus, bandwidth, latencyNs, 0);
    }

    /** A dimension with the default rate and latency. */
    public static TopologyDim of(DimKind kind, int npus) {
        return new TopologyDim(kind, npus, DEFAULT_BANDWIDTH, DEFAULT_LATENCY_NS);
    }
}

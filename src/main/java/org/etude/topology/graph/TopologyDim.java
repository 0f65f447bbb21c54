// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import org.etude.unit.Bandwidth;

/**
 * One dimension of a logical topology.
 *
 * @param kind how its nodes are linked
 * @param npus number of nodes along it
 * @param bandwidth rate of one link in one direction
 * @param latencyNs latency of one link in ns; may have a fraction
 * @param errorRate fraction of packets that a link loses; used by packet networks only
 */
public record TopologyDim(DimKind kind, int npus, Bandwidth bandwidth, double latencyNs, double errorRate) {
    /** The default rate: 400 Gbps (50 GB/s), one port of NDR InfiniBand or 400G Ethernet. */
    public static final Bandwidth DEFAULT_BANDWIDTH = Bandwidth.gbps(400);
    /** The default latency in ns, as in ASTRA-sim's examples. */
    public static final double DEFAULT_LATENCY_NS = 500;

    /** Rejects a dimension without nodes and a negative or infinite latency. */
    public TopologyDim {
        if (npus < 1) {
            throw new TopologyException(
                    "a " + kind.wireName() + " dimension has " + npus + " nodes", "Give 1 or more, usually 2 or more.");
        }
        if (!(latencyNs >= 0) || Double.isInfinite(latencyNs)) {
            throw new TopologyException("a link's latency is " + latencyNs + " ns", "Give 0 ns or more.");
        }
    }

    /** A dimension with lossless links. */
    public TopologyDim(DimKind kind, int npus, Bandwidth bandwidth, double latencyNs) {
        this(kind, npus, bandwidth, latencyNs, 0);
    }

    /** A dimension with the default rate and latency. */
    public static TopologyDim of(DimKind kind, int npus) {
        return new TopologyDim(kind, npus, DEFAULT_BANDWIDTH, DEFAULT_LATENCY_NS);
    }
}

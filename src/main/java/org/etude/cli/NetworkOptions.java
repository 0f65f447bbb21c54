package org.etude.cli;

import org.etude.cli.UnitLists.BandwidthConverter;
import org.etude.cli.UnitLists.Bandwidths;
import org.etude.cli.UnitLists.Latencies;
import org.etude.cli.UnitLists.LatencyConverter;
import org.etude.topology.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import picocli.CommandLine.Option;

/** The network to simulate. */
final class NetworkOptions {
    @Option(
            names = "--topology",
            paramLabel = "SHAPE",
            converter = TopologyText.class,
            description = "torus:4x4x8, ring:16, switch:8, fc:4, several: switch:8,ring:4 (first runs fastest),"
                    + " or ASTRA-sim's network file net.yml."
                    + " Default: a switch for up to 8 ranks, a ring for more.")
    private LogicalTopology topology;

    @Option(
            names = "--bandwidth",
            paramLabel = "RATES",
            converter = BandwidthConverter.class,
            description = "Rate of a link, one for all dimensions or one each: 25,25,65Gbps or 50GB/s or 50GiB/s."
                    + " Default: 50GiB/s.")
    private Bandwidths bandwidth;

    @Option(
            names = "--latency",
            paramLabel = "TIMES",
            converter = LatencyConverter.class,
            description = "Latency of a link, one for all dimensions or one each: 5,5,14us. Default: 500ns.")
    private Latencies latency;

    /** The network for a number of ranks; the chosen one must have that size. */
    LogicalTopology network(int ranks) {
        LogicalTopology network = topology == null ? LogicalTopology.fitting(ranks) : topology.requireRanks(ranks);
        if (bandwidth != null) {
            network = network.bandwidth(bandwidth.values().toArray(new Bandwidth[0]));
        }
        return latency == null ? network : network.latency(latency.values().toArray(new Time[0]));
    }
}

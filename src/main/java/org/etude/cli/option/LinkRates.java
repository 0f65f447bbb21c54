// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Arrays;
import org.etude.Topology;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.HelpGroup;
import org.etude.cli.option.UnitLists.BandwidthConverter;
import org.etude.cli.option.UnitLists.Bandwidths;
import org.etude.cli.option.UnitLists.Latencies;
import org.etude.cli.option.UnitLists.LatencyConverter;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import picocli.CommandLine.Option;

/** What the links of a network are like. */
@HelpGroup("Network")
public final class LinkRates {
    @Option(
            names = "--bandwidth",
            paramLabel = "RATES",
            converter = BandwidthConverter.class,
            description = "Rate of a link, one for all or one for each dimension (level): 25,25,65Gbps or 50GB/s or"
                    + " 50GiB/s; one more is that of a host's own link. Default: 400Gbps, a port of NDR InfiniBand.")
    private Bandwidths bandwidth;

    @Option(
            names = "--latency",
            paramLabel = "TIMES",
            converter = LatencyConverter.class,
            description = "Latency of a link, one for all or one for each dimension (level): 5,5,14us. Default: 500ns.")
    private Latencies latency;

    @Allowed(from = 0, to = 1, give = "a share from 0 to 1")
    @Option(
            names = "--error-rate",
            paramLabel = "SHARES",
            split = ",",
            description = "Share of packets a link loses, one for all or one for each dimension (level). Default: 0.")
    private Double[] errorRate;

    /** Whether any rate was given. */
    public boolean isGiven() {
        return bandwidth != null || latency != null || errorRate != null;
    }

    /** The topology with the given bandwidths and latencies; others are unchanged. */
    public Topology apply(Topology topology) {
        Topology changed = topology;
        if (bandwidth != null) {
            changed = changed.bandwidth(bandwidth.values().toArray(new Bandwidth[0]));
        }
        if (latency != null) {
            changed = changed.latency(latency.values().toArray(new Time[0]));
        }
        if (errorRate != null) {
            changed = changed.errorRate(
                    Arrays.stream(errorRate).mapToDouble(Double::doubleValue).toArray());
        }
        return changed;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.Topology;
import org.etude.cli.base.HelpGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The network to simulate. */
@HelpGroup("Network")
final class NetworkOptions {
    @Option(
            names = {"--network", "--topology", "--topo"},
            paramLabel = "NAME|FILE|SHAPE",
            converter = TopologyArgument.Converter.class,
            description =
                    "dgx-h100, dgx-h100:64 and more of configs/networks, torus:4x4x8, ring:16, switch:8, fc:4, several: switch:8,ring:4 (first runs fastest),"
                            + " fattree:16x8, spectrum-x:1024 and more ('etude topology --help'), auto:2d, a physical text file,"
                            + " NCCL's topology file topo.xml, or ASTRA-sim's network file net.yml."
                            + " Default: a switch for up to 8 ranks, a ring for more;"
                            + " recordings, if no network or system option is given, run on the network"
                            + " they were recorded on.")
    private TopologyArgument topology;

    @Mixin
    private LinkRates rates = new LinkRates();

    /** Whether any network option was given. */
    boolean isGiven() {
        return topology != null || rates.isGiven();
    }

    /** The network for a number of ranks; the chosen one must have that size. */
    Topology network(int ranks) {
        Topology network = topology == null ? Topology.fitting(ranks) : topology.topology(ranks);
        return rates.apply(network.requireRanks(ranks));
    }
}

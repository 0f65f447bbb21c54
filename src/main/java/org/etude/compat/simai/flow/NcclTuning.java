// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.SimAiException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.CollectiveType;

/**
 * NCCL's cost model of collectives, by which it chooses algorithm and protocol. Source: NCCL 2.27, {@code
 * src/graph/tuning.cc}, with NVLink inside servers, an Intel processor and no in-network reduction.
 *
 * @param generation the GPU generation
 * @param nvLinkGbps rate of a GPU on NVLink, GB/s
 * @param networkGbps rate of a server on the network, GB/s
 * @param channels number of channels of a ring or tree
 * @param algorithms the allowed algorithms (NCCL_ALGO)
 * @param protocols the allowed protocols (NCCL_PROTO)
 */
public record NcclTuning(
        NcclGeneration generation,
        double nvLinkGbps,
        double networkGbps,
        int channels,
        Set<FlowAlgorithm> algorithms,
        Set<NcclProtocol> protocols) {
    private static final double PLATEAU = 1.4;
    private static final double OLD_PLATEAU = 1.9;
    private static final double NVLS_SHARE = 5.0 / 6;
    private static final double PAT_SHARE = 0.75;
    private static final double PAT_OVERLAP = 3.5;
    private static final double PAT_RANK = 2.8;
    private static final double MANY = 0.92;
    private static final double TREE_LL = 3.8;
    private static final double TREE_LL128_ALONE = 7.0 / 9;
    private static final double LL128_SHARE = 120.0 / 128;
    /** Processor time for each step of a ring between servers, us; three times this for Simple. */
    private static final double NET_OVERHEAD = 1;

    private static final int SMALLEST = 6;
    private static final double MEGA = 1000;
    private static final double BITS_PER_GBPS = 8e9;
    /** Correction for trees of medium sizes, which are slower than the model; by power of two from 64 bytes on. */
    private static final double[][] TREE_CORRECTION = {
        {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1},
        {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1},
        {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9}
    };

    /** Copies the sets; rejects empty ones. */
    public NcclTuning {
        algorithms = Set.copyOf(algorithms);
        protocols = Set.copyOf(protocols);
        if (!(nvLinkGbps > 0) || !(networkGbps > 0) || channels < 1) {
            throw new SimAiException(
                    "tuning with " + nvLinkGbps + " GB/s of NVLink, " + networkGbps + " GB/s of network and " + channels
                            + " channels",
                    "Give positive numbers; in a topology, join the GPUs to NVSwitches and their servers to others.");
        }
        if (algorithms.isEmpty() || protocols.isEmpty()) {
            throw new SimAiException(
                    "no algorithm or no protocol is left to choose", "Allow one of each (NCCL_ALGO, NCCL_PROTO).");
        }
    }

    /** All choices on a machine; one channel per NVLink of the GPU. */
    public static NcclTuning of(NcclGeneration generation, double nvLinkGbps, double networkGbps) {
        return new NcclTuning(
                generation,
                nvLinkGbps,
                networkGbps,
                Math.max(1, (int) Math.round(nvLinkGbps / generation.linkGbps())),
                EnumSet.allOf(FlowAlgorithm.class),
                EnumSet.allOf(NcclProtocol.class));
    }

    /** All choices on a cluster: rates from a GPU's links to NVSwitches, and a server's links to other switches. */
    public static NcclTuning of(ClusterGraph graph) {
        double nvLink = 0;
        double network = 0;
        for (PacketTopology.Link link : ClusterTopologies.of(graph).links()) {
            int gpu = Math.min(link.a(), link.b());
            boolean inside = graph.isNvSwitch(Math.max(link.a(), link.b()));
            if (gpu == 0 && inside) {
                nvLink += link.bitsPerSecond() / BITS_PER_GBPS;
            } else if (gpu < graph.gpusPerServer() && !inside) {
                network += link.bitsPerSecond() / BITS_PER_GBPS;
            }
        }
        return of(NcclGeneration.of(graph.gpuType()), nvLink, network);
    }

    /**
     * NCCL's prediction for one algorithm with one protocol.
     *
     * @param latency time before the first byte, us
     * @param bandwidth bytes of the collective per time, GB/s
     * @param micros total time, us
     */
    public record Choice(
            FlowAlgorithm algorithm, NcclProtocol protocol, double latency, double bandwidth, double micros) {}

    /** This tuning with fewer choices. */
    public NcclTuning only(Set<FlowAlgorithm> someAlgorithms, Set<NcclProtocol> someProtocols) {
        return new NcclTuning(generation, nvLinkGbps, networkGbps, channels, someAlgorithms, someProtocols);
    }

    /**
     * NCCL's choice.
     *
     * @param ranks ranks of the group
     * @param servers number of servers of the group, a divisor of the ranks
     * @throws SimAiException when no allowed choice can do it
     */
    public Choice choose(CollectiveType collective, long bytes, int ranks, int servers) {
        return choices(collective, bytes, ranks, servers).stream()
                .min(Comparator.comparingDouble(Choice::micros))
                .orElseThrow(
                        () -> new SimAiException(
                                "none of " + new TreeSet<>(algorithms) + " with "
                                        + new TreeSet<>(protocols) + " can do " + CommWord.of(collective) + " of "
                                        + ranks
                                        + " ranks on " + servers + " servers",
                                "NVLS takes one server of Hopper GPUs, NVLS_TREE several; all three and trees do all-reduces;"
                                        + " PAT gathers and scatters with a rank a server; LL and LL128 go with rings and trees."));
    }

    /** All possible choices, in NCCL's order. */
    public List<Choice> choices(CollectiveType collective, long bytes, int ranks, int servers) {
        return Stream.of(FlowAlgorithm.values())
                .filter(algorithms::contains)
                .filter(algorithm -> able(collective, algorithm, ranks, servers))
                .flatMap(algorithm -> Stream.of(NcclProtocol.values())
                        .filter(protocols::contains)
                        .filter(protocol -> protocol == NcclProtocol.SIMPLE
                                || algorithm == FlowAlgorithm.RING
                                || algorithm == FlowAlgorithm.TREE)
                        .map(protocol -> choice(collective, algorithm, protocol, bytes, ranks, servers)))
                .toList();
    }

    private boolean able(CollectiveType collective, FlowAlgorithm algorithm, int ranks, int servers) {
        return switch (algorithm) {
            case RING -> true;
            case TREE -> collective == CollectiveType.ALL_REDUCE;
            case NVLS -> collective == CollectiveType.ALL_REDUCE && generation.nvls() && servers == 1 && ranks > 1;
            case NVLS_TREE ->
                collective == CollectiveType.ALL_REDUCE && generation.nvls() && servers > 1 && ranks > servers;
            case PAT -> collective != CollectiveType.ALL_REDUCE && ranks == servers && ranks > 1;
        };
    }

    private Choice choice(
            CollectiveType collective,
            FlowAlgorithm algorithm,
            NcclProtocol protocol,
            long bytes,
            int ranks,
            int servers) {
        int steps = collective == CollectiveType.ALL_REDUCE ? 2 * (ranks - 1) : Math.max(1, ranks - 1);
        double share =
                switch (algorithm) {
                    case RING -> (double) ranks / Math.max(1, steps);
                    case TREE -> 0.5;
                    case NVLS, NVLS_TREE -> NVLS_SHARE;
                    case PAT -> PAT_SHARE;
                };
        double bandwidth = busBandwidth(algorithm, protocol, servers) * share;
        double latency = latency(algorithm, protocol, steps, ranks, servers);
        double taken = latency;
        int size = 63 - Long.numberOfLeadingZeros(Math.max(1, bytes >> SMALLEST));
        if (algorithm == FlowAlgorithm.TREE && bytes >> SMALLEST > 0 && size < TREE_CORRECTION[0].length) {
            bandwidth *= TREE_CORRECTION[protocol.ordinal()][size];
        }
        if (algorithm == FlowAlgorithm.RING
                && protocol == NcclProtocol.SIMPLE
                && servers > 1
                && collective == CollectiveType.ALL_REDUCE
                && bytes / ((long) channels * ranks) >= 1 << SMALLEST) {
            taken *= generation == NcclGeneration.VOLTA ? OLD_PLATEAU : PLATEAU;
        }
        return new Choice(algorithm, protocol, taken, bandwidth, taken + bytes / (MEGA * bandwidth));
    }

    private double busBandwidth(FlowAlgorithm algorithm, NcclProtocol protocol, int servers) {
        double between = servers == 1 ? Double.MAX_VALUE : networkGbps;
        // A balanced tree crosses a server's network once per two NVLink crossings.
        return switch (algorithm) {
            case RING -> ring(protocol, Math.min(nvLinkGbps, between), servers);
            case TREE -> tree(protocol, Math.min(nvLinkGbps, servers == 2 ? 2 * between : between), servers);
            case NVLS -> nvLinkGbps;
            case NVLS_TREE -> Math.min(nvLinkGbps, servers == 2 ? between : between / 2);
            case PAT -> Math.min(nvLinkGbps, between);
        };
    }

    private double ring(NcclProtocol protocol, double bandwidth, int servers) {
        return switch (protocol) {
            case LL -> Math.min(generation.mostLl(servers), bandwidth / 2);
            case LL128 -> Math.min(bandwidth * MANY, channels * generation.ringLl128());
            case SIMPLE -> bandwidth;
        };
    }

    private double tree(NcclProtocol protocol, double bandwidth, int servers) {
        double bus = Math.min(bandwidth * MANY, channels * generation.tree(servers));
        return switch (protocol) {
            case LL -> Math.min(bus / TREE_LL, generation.mostLl(servers));
            case LL128 ->
                Math.min(
                        bus * (servers == 1 ? TREE_LL128_ALONE : LL128_SHARE),
                        channels * generation.treeLl128(servers));
            case SIMPLE -> bus;
        };
    }

    private static double latency(FlowAlgorithm algorithm, NcclProtocol protocol, int steps, int ranks, int servers) {
        double base = NcclLatency.base(algorithm, protocol);
        double inside = NcclLatency.nvLink(algorithm, protocol);
        // With one rank per server nothing hides the network's latency.
        FlowAlgorithm exposed = ranks == servers && algorithm == FlowAlgorithm.RING ? FlowAlgorithm.TREE : algorithm;
        double between = NcclLatency.net(exposed, protocol);
        int levels = 31 - Integer.numberOfLeadingZeros(servers);
        return switch (algorithm) {
            case RING -> {
                double overhead = servers == 1 ? 0 : NET_OVERHEAD * (protocol == NcclProtocol.SIMPLE ? 3 : 1);
                int crossing = servers == 1 ? 0 : Math.min(steps, (servers - 1) * steps / Math.max(1, ranks - 1));
                yield base + (steps - crossing) * Math.max(inside, overhead) + crossing * between;
            }
            case TREE -> base + 2 * ((ranks / servers - 1) * inside + levels * between);
            case NVLS -> inside;
            case NVLS_TREE -> base + inside + 2 * levels * between;
            case PAT -> base + levels * between / PAT_OVERLAP + ranks * PAT_RANK;
        };
    }

    /**
     * The algorithms or protocols that a list in NCCL's syntax allows.
     *
     * @param list such as {@code Ring,Tree}, {@code ^NVLS} for all but some, {@code auto} or null for all
     * @param kind {@link FlowAlgorithm} or {@link NcclProtocol}
     * @throws SimAiException when a word is unknown
     */
    public static <E extends Enum<E>> Set<E> allowed(String list, Class<E> kind) {
        if (list == null || list.equalsIgnoreCase("auto")) {
            return EnumSet.allOf(kind);
        }
        boolean without = list.startsWith("^");
        EnumSet<E> named = EnumSet.noneOf(kind);
        for (String word : list.substring(without ? 1 : 0).split(",")) {
            named.add(Stream.of(kind.getEnumConstants())
                    .filter(one -> one.name()
                            .replace("_", "")
                            .equalsIgnoreCase(word.strip().replace("_", "")))
                    .findFirst()
                    .orElseThrow(() -> new SimAiException(
                            "'" + word + "' is none of " + Arrays.toString(kind.getEnumConstants()),
                            "Name some of them with commas, put ^ before them for all others, or give auto.")));
        }
        return without ? EnumSet.complementOf(named) : named;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.config.NamedConfig;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;

/**
 * Topologies as users write them, sizes joined by x, the first dimension fastest. Case does not count, nor do hyphens
 * and underscores in the name of a shape:
 *
 * <ul>
 *   <li>{@code ring:8}, {@code switch:16} or {@code star:16}, {@code fc:4}, {@code torus:4x4x8} or {@code dims:4x4x8},
 *       several parts joined by commas: {@code switch:8,ring:2};
 *   <li>{@code mesh:4x4}, {@code twisted:4x4x8} (first ring twisted by one) or {@code twisted:4x4x8@1x0x0};
 *   <li>{@code fattree:16x8} (leaves, spines, as many hosts per leaf as spines) or {@code fattree:16x8x4} (hosts per
 *   leaf last);
 *   <li>{@code dragonfly:9x4x2} (groups, routers per group, hosts per router), {@code rail:4x8x2} (nodes, GPUs,
 *   spines),
 *       {@code hierarchical:fc:8/fattree:4x4} (inside a node, between nodes);
 *   <li>{@code auto:1d}, {@code auto:2d}, ... for a given number of hosts, or {@code auto:2d:16}: a switch for up to 8
 *   hosts, else rings, with sizes as even as possible;
 *   <li>the seeds' names {@code 2gpu_auto1d_2}, {@code 8gpu_ring2d_4}, {@code 128gpu_torus3d_16}: hosts, shape, number
 *   of
 *       dimensions, hosts along all dimensions but the last.
 * </ul>
 */
public final class TopologyText {
    private static final Pattern PART = Pattern.compile("([a-z_-]+):([0-9]{1,8}(?:x[0-9]{1,8})*)(?:@([0-9x]+))?");
    private static final Pattern SEED =
            Pattern.compile("([0-9]{1,8})gpu_(auto|ring|torus|switch|fc)([1-4])d_([0-9]{1,8})");
    private static final Pattern AUTO = Pattern.compile("auto:([1-9])d(?::([0-9]{1,8}))?");

    private final String text;
    private final OptionalInt ranks;

    private TopologyText(String text, OptionalInt ranks) {
        this.text = text;
        this.ranks = ranks;
    }

    /**
     * Parses a text.
     *
     * @throws TopologyException when it has none of the forms
     */
    public static TopologySpec parse(String text) {
        return new TopologyText(text, OptionalInt.empty()).spec(plain(text));
    }

    /** Parses a text for a number of hosts, which the {@code auto:} forms use. */
    public static TopologySpec parse(String text, int ranks) {
        return new TopologyText(text, OptionalInt.of(ranks)).spec(plain(text));
    }

    private static String plain(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    private TopologySpec spec(String plain) {
        Matcher seed = SEED.matcher(plain);
        if (seed.matches()) {
            return TopologySpec.of(seed(seed));
        }
        Matcher auto = AUTO.matcher(plain);
        if (auto.matches()) {
            return auto(auto);
        }
        if (plain.startsWith("hier")) {
            int slash = plain.indexOf('/');
            int colon = plain.indexOf(':');
            if (slash < 0 || colon < 0 || colon > slash) {
                throw wrong();
            }
            return TopologySpec.hierarchical(spec(plain.substring(colon + 1, slash)), spec(plain.substring(slash + 1)));
        }
        String[] parts = plain.split(",", -1);
        if (parts.length == 1) {
            return part(plain);
        }
        List<TopologyDim> dims = new ArrayList<>();
        for (String part : parts) {
            LogicalTopology one = part(part.strip()).logical();
            if (one.physical().isPresent()) {
                throw new TopologyException(
                        "\"" + part.strip() + "\" cannot be joined with others by a comma",
                        "Join ring, switch, fc and torus; write hierarchical:switch:8/fattree:4x4 for nodes in a network.");
            }
            dims.addAll(one.dims());
        }
        return TopologySpec.of(new LogicalTopology(dims));
    }

    private TopologySpec part(String part) {
        Matcher m = PART.matcher(part);
        if (!m.matches()) {
            throw wrong(part);
        }
        ShapeWord shape = ShapeWord.of(m.group(1)).orElseThrow(() -> wrong(part));
        int[] sizes = sizes(m.group(2), part);
        if (m.group(3) == null) {
            return shape.network(sizes).orElseThrow(() -> wrong(part));
        }
        if (shape != ShapeWord.TWISTED) {
            throw wrong(part);
        }
        return TopologySpec.twistedTorus(sizes, sizes(m.group(3), part));
    }

    private int[] sizes(String joined, String part) {
        try {
            return Arrays.stream(joined.split("x", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
        } catch (NumberFormatException e) {
            throw wrong(part);
        }
    }

    private TopologySpec auto(Matcher m) {
        int hosts = m.group(2) != null ? Integer.parseInt(m.group(2)) : ranks.orElse(0);
        if (hosts < 1) {
            throw new TopologyException(
                    "\"" + text + "\" does not give the number of hosts", "Write auto:" + m.group(1) + "d:16.");
        }
        return TopologySpec.grid(autoKind(hosts), even(hosts, Integer.parseInt(m.group(1))));
    }

    /**
     * A name of the seed traces: ranks, shape, dimensions, and the product of all sizes but the last; the sizes are as
     * even as possible, larger ones last.
     */
    private static LogicalTopology seed(Matcher m) {
        int ranks = Integer.parseInt(m.group(1));
        int count = Integer.parseInt(m.group(3));
        int first = Integer.parseInt(m.group(4));
        if (ranks < 1 || first < 1 || ranks % first != 0) {
            throw new TopologyException(
                    m.group() + ": " + ranks + " hosts are not a multiple of " + first, "Give a divisor of the hosts.");
        }
        DimKind kind =
                switch (m.group(2)) {
                    case "auto" -> autoKind(ranks);
                    case "torus" -> DimKind.RING;
                    default -> DimKind.of(m.group(2));
                };
        int[] sizes;
        if (count == 1) {
            sizes = new int[] {ranks};
        } else {
            int[] inner = even(first, count - 1);
            sizes = Arrays.copyOf(inner, count);
            sizes[count - 1] = ranks / first;
        }
        return LogicalTopology.of(kind, sizes);
    }

    private static DimKind autoKind(int ranks) {
        return LogicalTopology.fitting(ranks).dims().get(0).kind();
    }

    /** The factors of a number, as even as possible, ascending. */
    static int[] even(int number, int count) {
        int[] factors = new int[count];
        int left = number;
        for (int i = 0; i < count; i++) {
            int target = (int) Math.floor(Math.pow(left, 1.0 / (count - i)) + 1e-9);
            while (left % target != 0) {
                target--;
            }
            factors[i] = target;
            left /= target;
        }
        return factors;
    }

    /** An error about a part of the text: how its shape is written, or which shapes there are. */
    private TopologyException wrong(String part) {
        int colon = part.indexOf(':');
        return ShapeWord.of(colon < 0 ? part : part.substring(0, colon))
                .map(shape -> new TopologyException("\"" + text + "\" is not a topology", shape.advice()))
                .orElseGet(this::wrong);
    }

    private TopologyException wrong() {
        return new TopologyException(
                "\"" + text + "\" is not a topology",
                "Write ring:8, switch:16, fc:4, torus:4x4x8, mesh:4x4, twisted:4x4x8, fattree:16x8, dragonfly:9x4x2,"
                        + " rail:4x8x2, hierarchical:fc:8/fattree:4x4, auto:2d, switch:8,ring:2, 128gpu_torus3d_16, a"
                        + " ready-made network ("
                        + String.join(", ", NamedConfig.NETWORK.names()) + "), or a file: net.yml, physical.txt.");
    }
}

package org.etude.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Topologies as people write them: {@code ring:8}, {@code switch:16}, {@code fc:4}, {@code torus:4x4x8}, several parts
 * joined by commas ({@code switch:8,ring:2}), and the seeds' names {@code 2gpu_auto1d_2}, {@code 8gpu_ring2d_4},
 * {@code 128gpu_torus3d_16}.
 */
public final class TopologyText {
    private static final Pattern PART = Pattern.compile("([a-z]+):([0-9]{1,8}(?:x[0-9]{1,8})*)");
    private static final Pattern SEED =
            Pattern.compile("([0-9]{1,8})gpu_(auto|ring|torus|switch|fc)([1-4])d_([0-9]{1,8})");

    private TopologyText() {}

    /**
     * Parses a text.
     *
     * @throws TopologyException when it is none of the forms
     */
    public static LogicalTopology parse(String text) {
        String plain = text.trim().toLowerCase(Locale.ROOT);
        Matcher seed = SEED.matcher(plain);
        if (seed.matches()) {
            return seed(seed);
        }
        List<TopologyDim> dims = new ArrayList<>();
        for (String part : plain.split(",", -1)) {
            Matcher m = PART.matcher(part.trim());
            DimKind kind = m.matches() ? kind(m.group(1)) : null;
            if (kind == null) {
                throw new TopologyException(
                        "\"" + text + "\" is not a topology",
                        "Write ring:8, switch:16, fc:4, torus:4x4x8, parts joined by commas, or 128gpu_torus3d_16.");
            }
            for (String size : m.group(2).split("x")) {
                dims.add(TopologyDim.of(kind, Integer.parseInt(size)));
            }
        }
        return new LogicalTopology(dims);
    }

    private static DimKind kind(String name) {
        return switch (name) {
            case "torus" -> DimKind.RING;
            case "fullyconnected", "fc" -> DimKind.FULLY_CONNECTED;
            default -> DimKind.of(name);
        };
    }

    /**
     * A seed's name: ranks, shape, dimensions, and the number of hosts along the first dimensions together; the sizes are
     * the most even ones, larger last.
     */
    private static LogicalTopology seed(Matcher m) {
        int ranks = Integer.parseInt(m.group(1));
        int count = Integer.parseInt(m.group(3));
        int first = Integer.parseInt(m.group(4));
        if (ranks < 1 || first < 1 || ranks % first != 0) {
            throw new TopologyException(
                    m.group() + ": " + ranks + " hosts are no multiple of " + first, "Give a divisor of the hosts.");
        }
        DimKind kind = m.group(2).equals("auto") ? autoKind(ranks) : kind(m.group(2));
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

    /** Factors of a number, as even as can be, ascending. */
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
}

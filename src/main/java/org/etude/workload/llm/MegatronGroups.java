// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.spec.LlmException;

/**
 * The rank groups of each kind of parallelism in Megatron-LM's order: in {@code tp-cp-ep-dp-pp} the leftmost kind
 * varies fastest. Experts are distributed over data-parallel ranks, so expert parallelism divides data parallelism.
 */
public final class MegatronGroups {
    private static final List<String> KINDS = List.of("tp", "pp", "dp", "ep", "cp");

    private final Map<String, Integer> withExperts = new LinkedHashMap<>();
    private final Map<String, Integer> withoutExperts = new LinkedHashMap<>();

    /**
     * Creates the groups.
     *
     * @param sizes ranks of each of tp, ep, dp, pp and cp; 1 if absent
     * @param order the kinds, joined by hyphens, fastest first; those of size 1 may be missing
     * @throws LlmException when a kind of more than one rank is missing, or expert parallelism occurs without data
     *     parallelism
     */
    public MegatronGroups(Map<String, Integer> sizes, String order) {
        String all = order.toLowerCase(Locale.ROOT);
        if (all.contains("ep") && !all.contains("ep-dp") && !all.contains("dp-ep")) {
            throw new LlmException("the order '" + order + "' separates ep and dp", "Write ep-dp or dp-ep.");
        }
        for (String kind : KINDS) {
            if (!all.contains(kind)) {
                if (sizes.getOrDefault(kind, 1) != 1) {
                    throw new LlmException(
                            "the order '" + order + "' lacks " + kind + ", which has " + sizes.get(kind) + " ranks",
                            "Name it in the order.");
                }
                all += "-" + kind;
            }
        }
        int experts = sizes.getOrDefault("ep", 1);
        check(sizes, order, all);
        for (String kind : all.split("-")) {
            int size = sizes.getOrDefault(kind, 1);
            withExperts.put(kind, kind.equals("dp") ? size / experts : size);
            if (!kind.equals("ep")) {
                withoutExperts.put(kind, size);
            }
        }
    }

    private static void check(Map<String, Integer> sizes, String order, String all) {
        List<String> words = List.of(all.split("-", -1));
        if (words.size() != KINDS.size() || !words.containsAll(KINDS)) {
            throw new LlmException(
                    "the order '" + order + "' names an unknown kind of parallelism, or one twice",
                    "Join tp, cp, ep, dp and pp by hyphens.");
        }
        sizes.forEach((kind, size) -> {
            if (size < 1) {
                throw new LlmException(kind + " has " + size + " ranks", "Give 1 or more.");
            }
        });
        int data = sizes.getOrDefault("dp", 1);
        int experts = sizes.getOrDefault("ep", 1);
        if (data % experts != 0) {
            throw new LlmException(
                    "experts on " + experts + " (ep) ranks do not divide " + data + " data-parallel ranks",
                    "Choose ep so that it divides dp.");
        }
    }

    /** All ranks: tp times dp times pp times cp. */
    public int world() {
        return withoutExperts.values().stream().reduce(1, Math::multiplyExact);
    }

    /** The order with every kind in it. */
    public String order() {
        return String.join("-", withExperts.keySet());
    }

    /** The sizes in that order; with experts, data parallelism is divided by expert parallelism. */
    public List<Integer> sizes(boolean experts) {
        return List.copyOf((experts ? withExperts : withoutExperts).values());
    }

    /**
     * The groups of one or several kinds.
     *
     * @param kinds kinds joined by hyphens: {@code tp}, {@code tp-dp}
     * @param experts whether expert parallelism is a separate kind
     * @return the ranks of each group, in Megatron-LM's order
     * @throws LlmException when a kind is unknown
     */
    public List<List<Integer>> groups(String kinds, boolean experts) {
        Map<String, Integer> sizes = experts ? withExperts : withoutExperts;
        List<String> asked = List.of(kinds.split("-"));
        for (String kind : asked) {
            if (!sizes.containsKey(kind)) {
                throw new LlmException("there are no groups of '" + kind + "'", "Use " + sizes.keySet() + ".");
            }
        }
        List<int[]> inside = new ArrayList<>();
        List<int[]> outside = new ArrayList<>();
        int stride = 1;
        for (Map.Entry<String, Integer> kind : sizes.entrySet()) {
            (asked.contains(kind.getKey()) ? inside : outside).add(new int[] {kind.getValue(), stride});
            stride *= kind.getValue();
        }
        int members = inside.stream().mapToInt(d -> d[0]).reduce(1, Math::multiplyExact);
        List<List<Integer>> groups = new ArrayList<>();
        for (int group = 0; group < world() / members; group++) {
            List<Integer> ranks = new ArrayList<>();
            for (int i = 0; i < members; i++) {
                ranks.add(at(outside, group) + at(inside, i));
            }
            groups.add(List.copyOf(ranks));
        }
        return groups;
    }

    private static int at(List<int[]> dims, int index) {
        int left = index;
        int rank = 0;
        for (int[] dim : dims) {
            rank += left % dim[0] * dim[1];
            left /= dim[0];
        }
        return rank;
    }
}

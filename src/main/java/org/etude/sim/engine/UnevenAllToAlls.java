// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.program.FindingLog;
import org.etude.sim.program.Groups;
import org.etude.sim.program.RankGroup;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.CollectiveType;

/**
 * What the ranks of an all-to-all with unequal parts send to each other, from {@link EtNames#PART_BYTES} of all of them.
 * The k-th all-to-all of a group is the same one on every rank. Those of which a rank's parts are missing, or not one
 * for each rank of the group, are left out and count as equal parts of comm_size.
 */
final class UnevenAllToAlls {
    private final Long2ObjectOpenHashMap<Parts> byNode = new Long2ObjectOpenHashMap<>();
    private boolean incast = true;

    /**
     * One all-to-all.
     *
     * @param members its ranks in the group's order
     * @param sent bytes from each place in that order to each other
     */
    record Parts(int[] members, long[][] sent) {
        int place(int rank) {
            return IntStream.range(0, members.length)
                    .filter(at -> members[at] == rank)
                    .findFirst()
                    .orElseThrow();
        }

        /** Bytes that one rank sends to another. */
        long sent(int from, int to) {
            return sent[place(from)][place(to)];
        }

        /** Bytes that a rank sends to the others. */
        long sentBy(int rank) {
            int own = place(rank);
            return IntStream.range(0, members.length)
                    .filter(at -> at != own)
                    .mapToLong(at -> sent[own][at])
                    .sum();
        }

        /** Bytes that a rank receives from the others. */
        long receivedBy(int rank) {
            int own = place(rank);
            return IntStream.range(0, members.length)
                    .filter(at -> at != own)
                    .mapToLong(at -> sent[at][own])
                    .sum();
        }

        private long alike(int rank, boolean incast) {
            int n = members.length;
            long most = n > 2 && incast ? Math.max(sentBy(rank), receivedBy(rank)) : sentBy(rank);
            return most / (n - 1) * n + most % (n - 1) * n / (n - 1);
        }

        private boolean isComplete() {
            return Arrays.stream(sent).allMatch(row -> row != null && row.length == members.length);
        }

        private boolean isEven() {
            return Arrays.stream(sent).flatMapToLong(Arrays::stream).distinct().count() == 1;
        }
    }

    /** Finds the all-to-alls of these ranks. Linear in their nodes. */
    UnevenAllToAlls(List<RankWorkload> ranks, Groups groups, FindingLog findings) {
        if (ranks.stream().noneMatch(rank -> rank.program.graph.key(EtNames.PART_BYTES) >= 0)) {
            return;
        }
        Map<CallNumbers.Call, Parts> open = new HashMap<>();
        Map<Parts, Incast.Recorded> recorded = new IdentityHashMap<>();
        CallNumbers calls = new CallNumbers(ranks.size());
        for (RankWorkload rank : ranks) {
            for (int node = 0; node < rank.program.size; node++) {
                if (rank.program.type[node] == EtNodeType.COMM_COLL
                        && rank.program.commType[node] == CollectiveType.ALL_TO_ALL.number()) {
                    RankGroup group = groups.of(rank, node);
                    CallNumbers.Call call = calls.next(group, rank.rank, CollectiveType.ALL_TO_ALL.ordinal());
                    Parts parts = open.computeIfAbsent(call, key -> empty(group, ranks.size()));
                    parts.sent[parts.place(rank.rank)] = sent(rank, node);
                    recorded.computeIfAbsent(parts, p -> new Incast.Recorded()).join(rank, node);
                    byNode.put(key(rank, node), parts);
                }
            }
        }
        open.values().removeIf(parts -> !parts.isComplete());
        observe(open.values(), recorded, findings);
        Set<Parts> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        open.values().stream().filter(parts -> !parts.isEven()).forEach(kept::add);
        byNode.values().removeIf(parts -> !kept.contains(parts));
    }

    private void observe(Collection<Parts> all, Map<Parts, Incast.Recorded> recorded, FindingLog findings) {
        Incast seen = new Incast();
        all.forEach(parts -> seen.add(parts, recorded.get(parts)));
        incast = seen.delays();
        if (!incast) {
            findings.info(
                    "only what a rank sends counts in timed all-to-alls with unequal parts",
                    "the recorded ones took time in proportion to that, although some ranks received more",
                    "a network whose receivers are a bottleneck takes longer");
        }
    }

    /**
     * The size of the all-to-all with equal parts that takes a rank's link as long. Between two ranks, whose directions
     * follow each other, only what it sends counts; among more, the busier direction of its link, unless the recording
     * shows that receivers are no bottleneck.
     */
    long alike(Parts parts, int rank) {
        return parts.alike(rank, incast);
    }

    private static Parts empty(RankGroup group, int ranks) {
        int[] members = group.members() == null ? IntStream.range(0, ranks).toArray() : group.members();
        return new Parts(members, new long[members.length][]);
    }

    private static long[] sent(RankWorkload rank, int node) {
        String text = rank.program.text(node, EtNames.PART_BYTES);
        if (!text.matches("\\d{1,18}(,\\d{1,18})*")) {
            return new long[0];
        }
        return Arrays.stream(text.split(",")).mapToLong(Long::parseLong).toArray();
    }

    private static long key(RankWorkload rank, int node) {
        return (long) rank.rank << 32 | node;
    }

    /** The parts of a node's all-to-all, or null when they are equal or not known. */
    Parts of(RankWorkload rank, int node) {
        return byNode.get(key(rank, node));
    }
}

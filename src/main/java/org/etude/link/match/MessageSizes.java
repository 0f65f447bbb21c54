// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.RankLog;
import org.etude.report.Counted;
import org.etude.spec.CollectiveType;

/**
 * Takes the sizes of messages from their other ends, where only these state them: the k-th send of a channel, and of a process group
 * where both ends name it, is the k-th receive, if there are equally many and no two that state their sizes differ.
 */
public final class MessageSizes {
    private MessageSizes() {}

    /**
     * A size that a rank lacks and the other end of the message states.
     *
     * @param rank the rank that lacks it
     * @param node index of the node in that rank's graph
     * @param call which of the node's calls it is, from 0
     * @param bytes the size in bytes
     */
    public record Size(int rank, int node, int call, long bytes) {}

    /** Whether a rank lacks the size of a message to or from a known rank. */
    public static boolean lacksSome(LinkedRank rank) {
        return rank.collectives().stream()
                .anyMatch(c -> CollectiveMatcher.isMessage(c) && c.peer() >= 0 && bytes(c) < 0);
    }

    /** A rank's messages to and from known ranks by channel, in trace order. */
    public static SortedMap<String, List<RankCall>> channels(LinkedRank rank) {
        SortedMap<String, List<RankCall>> channels = new TreeMap<>();
        NodeCalls calls = new NodeCalls();
        for (int k = 0; k < rank.collectives().size(); k++) {
            Collective c = rank.collectives().get(k);
            int call = calls.next(c);
            if (CollectiveMatcher.isMessage(c) && c.peer() >= 0) {
                String channel = MatchKey.channel(rank.trace().rank(), c).text();
                channels.computeIfAbsent(channel, name -> new ArrayList<>()).add(RankCall.of(rank, k, call));
            }
        }
        return channels;
    }

    /** The sizes that one end of a channel lacks and the other one states. Ends that state different sizes tell nothing. */
    public static List<Size> found(SortedMap<Integer, List<RankCall>> channel) {
        List<Size> found = new ArrayList<>();
        for (SortedMap<Integer, List<RankCall>> group : MatchRow.byGroup(channel)) {
            List<RankCall> sends = MatchRow.ends(group, true);
            List<RankCall> receives = MatchRow.ends(group, false);
            if (sends.size() == receives.size() && agree(sends, receives)) {
                for (int k = 0; k < sends.size(); k++) {
                    lacking(sends.get(k), bytes(receives.get(k)), found);
                    lacking(receives.get(k), bytes(sends.get(k)), found);
                }
            }
        }
        return found;
    }

    /** Ends of which two differ are not in the same order. */
    private static boolean agree(List<RankCall> sends, List<RankCall> receives) {
        for (int k = 0; k < sends.size(); k++) {
            long sent = bytes(sends.get(k));
            long received = bytes(receives.get(k));
            if (sent >= 0 && received >= 0 && sent != received) {
                return false;
            }
        }
        return true;
    }

    private static void lacking(RankCall call, long bytes, List<Size> found) {
        if (bytes >= 0 && bytes(call) < 0) {
            found.add(new Size(call.rank(), call.node(), call.call(), bytes));
        }
    }

    private static long bytes(RankCall call) {
        return Math.max(call.inBytes(), call.outBytes());
    }

    /** Fills in the sizes that the ranks lack. Logs are in rank order. */
    static List<LinkedRank> complete(List<LinkedRank> ranks, List<RankLog> logs) {
        if (ranks.stream().noneMatch(MessageSizes::lacksSome)) {
            return ranks;
        }
        Map<String, SortedMap<Integer, List<RankCall>>> channels = new TreeMap<>();
        for (LinkedRank rank : ranks) {
            channels(rank).forEach((name, calls) -> channels.computeIfAbsent(name, key -> new TreeMap<>())
                    .put(rank.trace().rank(), calls));
        }
        Map<Integer, List<Size>> sizes = new HashMap<>();
        channels.values().forEach(channel -> found(channel)
                .forEach(size -> sizes.computeIfAbsent(size.rank, rank -> new ArrayList<>())
                        .add(size)));
        List<LinkedRank> completed = new ArrayList<>();
        for (int r = 0; r < ranks.size(); r++) {
            LinkedGraph rank = (LinkedGraph) ranks.get(r);
            completed.add(complete(rank, sizes.getOrDefault(rank.trace().rank(), List.of()), logs.get(r)));
        }
        return completed;
    }

    /**
     * A rank's graph with sizes that other ranks state.
     *
     * @param log receives their number
     */
    public static LinkedGraph complete(LinkedGraph rank, List<Size> sizes, RankLog log) {
        if (sizes.isEmpty()) {
            return rank;
        }
        Map<Integer, Integer> first = new HashMap<>();
        List<Collective> collectives = new ArrayList<>(rank.collectives());
        for (int k = 0; k < collectives.size(); k++) {
            first.putIfAbsent(collectives.get(k).node(), k);
        }
        for (Size size : sizes) {
            int k = first.get(size.node) + size.call;
            collectives.set(k, collectives.get(k).withMessageBytes(size.bytes));
        }
        log.info(
                "",
                Counted.of(sizes.size(), "message has its size", "messages have their sizes") + " from the other end",
                "the rank's own trace does not tell",
                "simulated with that size");
        return rank.withCollectives(collectives);
    }

    private static long bytes(Collective message) {
        return message.type() == CollectiveType.SEND ? message.inBytes() : message.outBytes();
    }
}

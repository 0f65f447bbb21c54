// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.report.Sha256;
import org.etude.spec.RepairOptions;

/**
 * What shows whether a rank's communication agrees with that of others: a digest per group and per channel, no row per
 * call or message.
 *
 * @param groups by group, "0" for the whole job, the rank's collectives
 * @param channels its messages by channel and direction
 * @param lostSends whether it has sends to an unknown rank
 * @param lostReceives whether it has receives from an unknown rank
 */
public record CommOutline(
        SortedMap<String, GroupOutline> groups,
        List<ChannelOutline> channels,
        boolean lostSends,
        boolean lostReceives) {

    /**
     * The collectives of a rank in one group.
     *
     * @param count their number
     * @param sound whether all are complete and supported
     * @param print {@link Calls#print()}
     */
    public record GroupOutline(int count, boolean sound, String print) {
        /** The outline of these calls. */
        public static GroupOutline of(Calls calls, RepairOptions options) {
            return new GroupOutline(calls.count(), calls.isSound(options.astraSim()), calls.print());
        }
    }

    /**
     * The messages of a rank that go one way over one channel.
     *
     * @param channel {@link TransferDecision#channel}
     * @param send whether the rank sends them
     * @param print equal on both sides when they have equally many messages of each tag and size; "" when a message
     *     lacks its peer, tag or size
     */
    public record ChannelOutline(long channel, boolean send, String print) {}

    /** The outline of a rank in a job of {@code count} ranks. O(nodes log nodes). */
    public static CommOutline of(EtGraph graph, int rank, int count, RepairOptions options) {
        SortedMap<String, GroupOutline> groups = new TreeMap<>();
        Calls.of(graph).forEach((name, calls) -> groups.put(name, GroupOutline.of(calls, options)));
        SortedMap<Long, List<Message>> sends = new TreeMap<>();
        SortedMap<Long, List<Message>> receives = new TreeMap<>();
        boolean lostSends = false;
        boolean lostReceives = false;
        for (Message message : Message.all(graph, rank)) {
            int peer = message.peer(count);
            if (peer >= 0) {
                (message.send() ? sends : receives)
                        .computeIfAbsent(message.channel(count), key -> new ArrayList<>())
                        .add(message);
            } else {
                lostSends |= message.send();
                lostReceives |= !message.send();
            }
        }
        List<ChannelOutline> channels = new ArrayList<>();
        sends.forEach((channel, messages) -> channels.add(new ChannelOutline(channel, true, print(messages))));
        receives.forEach((channel, messages) -> channels.add(new ChannelOutline(channel, false, print(messages))));
        return new CommOutline(groups, channels, lostSends, lostReceives);
    }

    private static String print(List<Message> messages) {
        Map<List<Long>, Integer> counts =
                new TreeMap<>((one, other) -> one.get(0).equals(other.get(0))
                        ? one.get(1).compareTo(other.get(1))
                        : one.get(0).compareTo(other.get(0)));
        for (Message message : messages) {
            if (message.peer() < 0 || message.tag() < 0 || message.size() < 0) {
                return "";
            }
            counts.merge(List.of(message.tag(), message.size()), 1, Integer::sum);
        }
        return Sha256.hex(counts.toString());
    }
}

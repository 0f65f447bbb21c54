// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.RankLog;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;

/** Matches sends and receives: the k-th from one rank to another with a tag is the k-th there from it. */
final class MessageMatcher {
    private MessageMatcher() {}

    static void match(LinkedSet linked, List<CollectiveMatch> matches, List<Finding> findings) {
        Map<String, List<GroupCalls.Call>> sends = new TreeMap<>();
        Map<String, List<GroupCalls.Call>> receives = new TreeMap<>();
        for (LinkedRank rank : linked.ranks()) {
            for (int k = 0; k < rank.collectives().size(); k++) {
                Collective transfer = rank.collectives().get(k);
                boolean known = CollectiveMatcher.isMessage(transfer) && transfer.peer() >= 0;
                if (known && present(linked, transfer.peer())) {
                    boolean send = transfer.type() == CollectiveType.SEND;
                    int from = send ? rank.trace().rank() : transfer.peer();
                    int to = send ? transfer.peer() : rank.trace().rank();
                    (send ? sends : receives)
                            .computeIfAbsent(
                                    "from " + from + " to " + to + " tag " + transfer.tag(), key -> new ArrayList<>())
                            .add(new GroupCalls.Call(rank, transfer, rank.traceSequence(k)));
                }
            }
        }
        for (String channel : union(sends, receives)) {
            pair(
                    channel,
                    sends.getOrDefault(channel, List.of()),
                    receives.getOrDefault(channel, List.of()),
                    matches,
                    findings);
        }
    }

    private static boolean present(LinkedSet linked, int rank) {
        return linked.ranks().stream().anyMatch(r -> r.trace().rank() == rank);
    }

    private static List<String> union(Map<String, ?> a, Map<String, ?> b) {
        TreeMap<String, Object> all = new TreeMap<>(a);
        all.putAll(b);
        return new ArrayList<>(all.keySet());
    }

    private static void pair(
            String channel,
            List<GroupCalls.Call> sends,
            List<GroupCalls.Call> receives,
            List<CollectiveMatch> matches,
            List<Finding> findings) {
        for (int k = 0; k < Math.min(sends.size(), receives.size()); k++) {
            GroupCalls.Call send = sends.get(k);
            GroupCalls.Call receive = receives.get(k);
            long last = Math.max(send.start(), receive.start());
            long out = send.collective().inBytes();
            long in = receive.collective().outBytes();
            boolean fits = out < 0 || in < 0 || out == in;
            matches.add(new CollectiveMatch(
                    send.collective().groupName(),
                    k,
                    CollectiveType.SEND,
                    List.of(send.member(last), receive.member(last)),
                    List.of(),
                    true,
                    fits));
            if (!fits) {
                findings.add(new Finding(
                        Finding.Level.ERROR,
                        RankLog.STAGE,
                        -1,
                        "message " + k + " " + channel,
                        "sent with " + out + " bytes, received with " + in,
                        "another order of messages, or a faulty trace",
                        "sizes of one transfer must fit together"));
            }
        }
        if (sends.size() != receives.size()) {
            findings.add(new Finding(
                    Finding.Level.ERROR,
                    RankLog.STAGE,
                    -1,
                    "messages " + channel,
                    sends.size() + " sends but " + receives.size() + " receives",
                    "the ranks' windows differ, or a trace lacks" + " some",
                    "a simulation would wait for them indefinitely"));
        }
    }
}

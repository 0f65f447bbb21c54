// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.et.graph.EtGraph;
import org.etude.repair.across.CommOutline;
import org.etude.repair.across.Message;
import org.etude.repair.across.MessageEdits;
import org.etude.repair.across.SentMessages;
import org.etude.repair.across.TransferDecision;
import org.etude.repair.graph.ChangeLog;
import org.etude.report.Finding;
import org.etude.spec.RepairOptions;
import org.etude.store.StoredFile;

/**
 * Brings the messages of each channel together whose two ends disagree. Messages to or from an unknown rank meet all
 * channels that they could belong to, under one key.
 *
 * @param count number of ranks
 * @param open channels whose ends disagree, ascending
 * @param lostSends ranks that send to an unknown rank
 * @param lostReceives ranks that receive from an unknown rank
 */
record MessageExchange(int count, RepairOptions options, long[] open, Set<Integer> lostSends, Set<Integer> lostReceives)
        implements RepairExchange {
    private static final String UNKNOWN = "unknown";
    private static final String SENT = "messages";

    /** What a rank receives. */
    record Reply(MessageEdits edits, SortedMap<Long, List<Finding>> findings) {
        private static final String KIND = "settled";

        byte[] bytes() {
            return StoredFile.bytes(KIND, this);
        }
    }

    /** The exchange of a job whose ranks have these outlines. */
    static MessageExchange of(List<CommOutline> outlines, RepairOptions options) {
        Map<Long, String> sent = new HashMap<>();
        Map<Long, String> received = new HashMap<>();
        TreeSet<Integer> lostSends = new TreeSet<>();
        TreeSet<Integer> lostReceives = new TreeSet<>();
        for (int rank = 0; rank < outlines.size(); rank++) {
            CommOutline outline = outlines.get(rank);
            outline.channels().forEach(one -> (one.send() ? sent : received).put(one.channel(), one.print()));
            if (outline.lostSends()) {
                lostSends.add(rank);
            }
            if (outline.lostReceives()) {
                lostReceives.add(rank);
            }
        }
        TreeSet<Long> open = new TreeSet<>(sent.keySet());
        open.addAll(received.keySet());
        open.removeIf(channel -> {
            boolean agree = !sent.getOrDefault(channel, "").isEmpty()
                    && sent.get(channel).equals(received.get(channel));
            return agree && !(options.astraSim() && TransferDecision.isToItself(channel));
        });
        long[] all = open.stream().mapToLong(channel -> channel).toArray();
        return new MessageExchange(outlines.size(), options, all, lostSends, lostReceives);
    }

    /** Whether all ranks agree. */
    boolean isEmpty() {
        return open.length == 0 && lostSends.isEmpty() && lostReceives.isEmpty();
    }

    @Override
    public Map<String, byte[]> parcels(RepairingRank rank) {
        Map<String, List<Message>> byKey = new TreeMap<>();
        for (Message message : Message.all(rank.graph(), rank.rank())) {
            String key = key(message);
            if (key != null) {
                byKey.computeIfAbsent(key, absent -> new ArrayList<>()).add(message);
            }
        }
        Map<String, byte[]> parcels = new TreeMap<>();
        byKey.forEach(
                (key, messages) -> parcels.put(key, StoredFile.bytes(SENT, SentMessages.of(rank.rank(), messages))));
        return parcels;
    }

    /** The meeting of a message; null when its ends agree. */
    private String key(Message message) {
        if (message.peer(count) < 0) {
            return UNKNOWN;
        }
        long channel = message.channel(count);
        if (Arrays.binarySearch(open, channel) < 0) {
            return null;
        }
        boolean candidate = lostSends.contains(TransferDecision.source(channel))
                || lostReceives.contains(TransferDecision.destination(channel));
        return candidate ? UNKNOWN : Long.toString(channel);
    }

    /** Settles what met under one key; by rank, what it receives. */
    Map<Integer, byte[]> settle(SortedMap<Integer, byte[]> parcels) {
        TransferDecision decision = new TransferDecision(count, options);
        for (byte[] parcel : parcels.values()) {
            StoredFile.of(parcel, SENT, SentMessages.class).messages().forEach(decision::add);
        }
        decision.decide();
        Map<Integer, byte[]> replies = new TreeMap<>();
        decision.edits().forEach((rank, edits) -> replies.put(rank, new Reply(edits, new TreeMap<>()).bytes()));
        if (!decision.findings().isEmpty()) {
            int reporter = parcels.firstKey();
            MessageEdits own = decision.edits().getOrDefault(reporter, new MessageEdits());
            replies.put(reporter, new Reply(own, decision.findings()).bytes());
        }
        return replies;
    }

    @Override
    public RepairingRank received(RepairingRank rank, SortedMap<String, byte[]> replies) {
        MessageEdits edits = new MessageEdits();
        SortedMap<Long, List<Finding>> findings = new TreeMap<>();
        for (byte[] bytes : replies.values()) {
            Reply reply = StoredFile.of(bytes, Reply.KIND, Reply.class);
            edits.addAll(reply.edits);
            findings.putAll(reply.findings);
        }
        if (edits.isEmpty()) {
            return rank.answering(new TraceEdit(false, rank.hasMessages(), Optional.empty(), findings).bytes());
        }
        ChangeLog log = new ChangeLog();
        EtGraph graph = edits.apply(rank.graph(), rank.rank(), log);
        CommOutline outline = CommOutline.of(graph, rank.rank(), count, options);
        return rank.edited(RepairPhase.TRANSFERS, graph, log)
                .answering(new TraceEdit(true, true, Optional.of(outline), findings).bytes());
    }
}

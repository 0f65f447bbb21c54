// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.repair.graph.Attributes;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.EditableGraph;
import org.etude.repair.graph.FeederOrder;
import org.etude.repair.graph.NodeContraction;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.etude.spec.RepairOptions.Unknown;

/**
 * Ensures that every send has a receive of the same tag and size, and vice versa. A side that lacks peer, tag or size
 * takes it from the other. Messages of unknown size on both sides cannot be replayed individually and are removed even
 * under {@link Unknown#REPLAY}.
 */
public final class TransferCheck {
    private static final String PASS = "transfers";

    private final Ranks ranks;
    private final RepairOptions options;
    private final List<Finding> findings;
    private final Map<Long, MessageChannel> channels = new TreeMap<>();
    private final List<Message> lost = new ArrayList<>();
    private final Map<Integer, MessageEdits> edits = new TreeMap<>();

    /** Prepares the check; results are added to the findings. */
    public TransferCheck(Ranks ranks, RepairOptions options, List<Finding> findings) {
        this.ranks = ranks;
        this.options = options;
        this.findings = findings;
    }

    /** Checks and, depending on the options, changes. */
    public void run(ChangeLog log) {
        collect();
        channels.values().forEach(MessageChannel::match);
        lost.removeIf(this::findPeer);
        for (MessageChannel channel : channels.values()) {
            settle(channel);
        }
        lost.forEach(message -> unmatched(List.of(message), "its peer is unknown, and no single rank has a match"));
        edits.forEach((rank, edit) -> ranks.set(rank, edit.apply(ranks.graph(rank), rank, log)));
    }

    private void collect() {
        BalancedChannels balanced = new BalancedChannels(ranks, !options.astraSim());
        for (int rank = 0; rank < ranks.count(); rank++) {
            EtGraph graph = ranks.graph(rank);
            if (!graph.template().hasMessages() || balanced.hasAll(rank)) {
                continue;
            }
            for (int node : FeederOrder.of(graph).nodes()) {
                if (graph.type(node).isMessage()) {
                    Message message = Message.of(graph, rank, node);
                    if (message.peer() < 0 || !balanced.has(message.source(), message.destination())) {
                        place(message);
                    }
                }
            }
        }
    }

    private void place(Message message) {
        if (message.peer() >= 0) {
            channel(message.source(), message.destination()).add(message);
        } else if (ranks.count() == 2) {
            int other = 1 - message.rank();
            channel(message.send() ? message.rank() : other, message.send() ? other : message.rank())
                    .add(message);
        } else {
            lost.add(message);
        }
    }

    private MessageChannel channel(int source, int destination) {
        return channels.computeIfAbsent(BalancedChannels.channel(source, destination), key -> new MessageChannel());
    }

    /**
     * Finds the only channel with an unmatched partner for a message without peer; false if there is none or several.
     */
    private boolean findPeer(Message message) {
        MessageChannel found = null;
        for (Map.Entry<Long, MessageChannel> entry : channels.entrySet()) {
            long own = message.send() ? entry.getKey() >> 32 : entry.getKey() & 0xffffffffL;
            List<Message> left = message.send()
                    ? entry.getValue().receives()
                    : entry.getValue().sends();
            if (own == message.rank() && left.stream().anyMatch(message::fits)) {
                if (found != null) {
                    return false;
                }
                found = entry.getValue();
            }
        }
        if (found != null) {
            found.add(message);
            found.match();
        }
        return found != null;
    }

    private void settle(MessageChannel channel) {
        List<Message> self = new ArrayList<>();
        List<MessageChannel.Pair> differing = new ArrayList<>();
        for (MessageChannel.Pair pair : channel.pairs()) {
            if (options.astraSim() && pair.send().rank() == pair.receive().rank()) {
                self.add(pair.send());
                self.add(pair.receive());
            } else if (!pair.isExact()) {
                differing.add(pair);
            }
        }
        self.forEach(message -> drop(message, "ASTRA-sim aborts on a message from a rank to itself"));
        differing.forEach(this::reconcile);
        unmatched(channel.sends(), "the trace of the other rank has no matching receive");
        unmatched(channel.receives(), "the trace of the other rank has no matching send");
    }

    private void reconcile(MessageChannel.Pair pair) {
        Message send = pair.send();
        Message receive = pair.receive();
        if (!send.fits(receive)) {
            String text = "send with tag " + send.tag() + " and " + send.size() + " bytes (node "
                    + Long.toUnsignedString(send.id()) + ") matches a receive with tag " + receive.tag() + " and "
                    + receive.size() + " bytes (node " + Long.toUnsignedString(receive.id()) + ")";
            report(send, text, "neither side has an exact match left", "the receive is changed to match the send");
            if (options.mismatch() == Mismatch.REPORT) {
                return;
            }
            if (options.mismatch() == Mismatch.DROP) {
                drop(send, "its receive differs");
                drop(receive, "its send differs");
                return;
            }
        }
        if (send.size() < 0 && receive.size() < 0) {
            unknownSize(pair);
            return;
        }
        long tag = send.tag() >= 0 ? send.tag() : Math.max(0, receive.tag());
        long size = send.size() >= 0 ? send.size() : receive.size();
        String noTag = send.tag() < 0 && receive.tag() < 0 ? "neither side has a tag" : "as on the other side";
        agree(send, receive.rank(), tag, size, noTag);
        agree(receive, send.rank(), tag, size, noTag);
    }

    private void agree(Message side, int peer, long tag, long size, String reason) {
        if (side.peer() < 0) {
            String name = side.send() ? EtNames.COMM_DST : EtNames.COMM_SRC;
            edit(side).set(side.node(), EtAttribute.int32(name, peer), "missing; only that rank has a match");
        }
        if (side.tag() != tag) {
            edit(side).set(side.node(), EtAttribute.int64(EtNames.COMM_TAG, tag), reason);
        }
        if (side.size() != size) {
            edit(side).set(side.node(), EtAttribute.int64(EtNames.COMM_SIZE, size), "as on the other side");
        }
    }

    private void unknownSize(MessageChannel.Pair pair) {
        boolean keep = options.unknown() == Unknown.REPORT;
        findings.add(new Finding(
                Level.ERROR,
                "repair",
                pair.send().rank(),
                "node " + Long.toUnsignedString(pair.send().id()),
                "the size of a message to rank " + pair.receive().rank() + " is unknown on both sides",
                "no attribute or tensor gives it",
                keep ? "left unchanged; simulators will reject it" : "removed on both sides"));
        if (!keep) {
            drop(pair.send(), "its size is unknown on both sides");
            drop(pair.receive(), "its size is unknown on both sides");
        }
    }

    private void unmatched(List<Message> messages, String why) {
        if (messages.isEmpty()) {
            return;
        }
        Message first = messages.get(0);
        String kind = first.send() ? "send" : "receive";
        String peer = first.peer() < 0 ? "an unknown rank" : "rank " + first.peer();
        boolean noTrace = first.peer() >= ranks.count();
        String reason = noTrace ? "there is no trace of rank " + first.peer() : why;
        String text = messages.size() + " " + kind + (messages.size() == 1 ? "" : "s")
                + (first.send() ? " to " : " from ") + peer + " without a match, the first with tag " + first.tag()
                + " and " + first.size() + " bytes";
        report(first, text, reason, "removed");
        if (options.mismatch() != Mismatch.REPORT) {
            messages.forEach(message -> drop(message, reason));
        }
    }

    private void report(Message message, String what, String why, String effect) {
        boolean report = options.mismatch() == Mismatch.REPORT;
        String then = options.mismatch() == Mismatch.DROP ? "removed on both sides" : effect;
        findings.add(new Finding(
                report ? Level.ERROR : Level.WARNING,
                "repair",
                message.rank(),
                "node " + Long.toUnsignedString(message.id()),
                what,
                why,
                report ? "left unchanged; a simulator would wait indefinitely" : then));
    }

    private void drop(Message message, String reason) {
        edit(message).drop(message.node(), reason);
    }

    private MessageEdits edit(Message message) {
        return edits.computeIfAbsent(message.rank(), rank -> new MessageEdits());
    }

    /** Collects the edits to the messages of one rank. */
    private static final class MessageEdits {
        private final Map<Integer, String> drops = new TreeMap<>();
        private final Map<Integer, List<Setting>> settings = new TreeMap<>();

        private record Setting(EtAttribute value, String reason) {}

        void drop(int node, String reason) {
            drops.put(node, reason);
        }

        void set(int node, EtAttribute value, String reason) {
            settings.computeIfAbsent(node, key -> new ArrayList<>()).add(new Setting(value, reason));
        }

        EtGraph apply(EtGraph graph, int rank, ChangeLog log) {
            EditableGraph draft = new EditableGraph(graph, rank);
            settings.forEach((node, values) -> {
                EtNode content = draft.content(node);
                for (Setting setting : values) {
                    content = Attributes.with(content, setting.value);
                    String action = "set " + setting.value.name() + " to " + setting.value.value();
                    log.add(rank, draft.id(node), PASS, action, setting.reason);
                }
                draft.replace(node, content);
            });
            drops.forEach((node, reason) ->
                    log.add(rank, draft.id(node), PASS, "remove; its dependants take over its dependencies", reason));
            NodeContraction.over(draft, new IntOpenHashSet(drops.keySet()), false);
            return draft.build();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.et.graph.EtNames;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.etude.spec.RepairOptions.Unknown;

/**
 * What ranks must change about the messages of some channels. Channels do not depend on each other, except through
 * messages that do not name their peer: such a message depends on all channels of its rank in its direction.
 */
public final class TransferDecision {
    /** The key of findings on messages whose peer remains unknown. */
    private static final long NO_CHANNEL = Long.MAX_VALUE;

    private final int count;
    private final RepairOptions options;
    private final Map<Long, MessageChannel> channels = new TreeMap<>();
    private final List<Message> lost = new ArrayList<>();
    private final SortedMap<Integer, MessageEdits> edits = new TreeMap<>();
    private final SortedMap<Long, List<Finding>> findings = new TreeMap<>();
    /** Findings on the channel being settled. */
    private List<Finding> reported = new ArrayList<>();

    /**
     * Prepares a decision.
     *
     * @param count number of ranks of the job
     */
    public TransferDecision(int count, RepairOptions options) {
        this.count = count;
        this.options = options;
    }

    /** Adds a message; those of a lower rank come first, and those of a rank in feeder order. */
    public void add(Message message) {
        if (message.peer(count) < 0) {
            lost.add(message);
        } else {
            channels.computeIfAbsent(message.channel(count), key -> new MessageChannel())
                    .add(message);
        }
    }

    /** The number of a channel: ascending by source, then by destination. */
    public static long channel(int source, int destination) {
        return ((long) source << 32) + destination;
    }

    /** The source of a channel. */
    public static int source(long channel) {
        return (int) (channel >> 32);
    }

    /** The destination of a channel. */
    public static int destination(long channel) {
        return (int) channel;
    }

    /** Whether source and destination are one rank. */
    public static boolean isToItself(long channel) {
        return source(channel) == destination(channel);
    }

    /** Decides, once all messages are added. */
    public void decide() {
        channels.values().forEach(MessageChannel::match);
        lost.removeIf(this::findPeer);
        channels.forEach((key, channel) -> {
            reported = new ArrayList<>();
            settle(channel);
            keep(key);
        });
        reported = new ArrayList<>();
        lost.forEach(message -> unmatched(List.of(message), "its peer is unknown, and no single rank has a match"));
        keep(NO_CHANNEL);
    }

    private void keep(long key) {
        if (!reported.isEmpty()) {
            findings.put(key, reported);
        }
    }

    /** What each rank must change. */
    public SortedMap<Integer, MessageEdits> edits() {
        return edits;
    }

    /** Where ranks disagree, by channel, the lowest source and then destination first. */
    public SortedMap<Long, List<Finding>> findings() {
        return findings;
    }

    /**
     * Finds the only channel with an unmatched partner for a message without peer; false if there is none or several.
     */
    private boolean findPeer(Message message) {
        MessageChannel found = null;
        for (Map.Entry<Long, MessageChannel> entry : channels.entrySet()) {
            int own = message.send() ? source(entry.getKey()) : destination(entry.getKey());
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
            tell(send, text, "neither side has an exact match left", "the receive is changed to match the send");
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
            edit(side).set(side.node(), name, false, peer, "missing; only that rank has a match");
        }
        if (side.tag() != tag) {
            edit(side).set(side.node(), EtNames.COMM_TAG, true, tag, reason);
        }
        if (side.size() != size) {
            edit(side).set(side.node(), EtNames.COMM_SIZE, true, size, "as on the other side");
        }
    }

    private void unknownSize(MessageChannel.Pair pair) {
        boolean keep = options.unknown() == Unknown.REPORT;
        reported.add(new Finding(
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
        boolean noTrace = first.peer() >= count;
        String reason = noTrace ? "there is no trace of rank " + first.peer() : why;
        String text = Counted.of(messages.size(), kind)
                + (first.send() ? " to " : " from ") + peer + " without a match, the first with tag " + first.tag()
                + " and " + first.size() + " bytes";
        tell(first, text, reason, "removed");
        if (options.mismatch() != Mismatch.REPORT) {
            messages.forEach(message -> drop(message, reason));
        }
    }

    private void tell(Message message, String what, String why, String effect) {
        boolean report = options.mismatch() == Mismatch.REPORT;
        String then = options.mismatch() == Mismatch.DROP ? "removed on both sides" : effect;
        reported.add(new Finding(
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
}

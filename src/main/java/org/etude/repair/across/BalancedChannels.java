// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtTemplate;
import org.etude.report.Progress;

/**
 * Finds pairs of ranks between which every send has a receive of the same tag and size, by comparing outlines of
 * templates, so that their messages need not be matched one by one. O(nodes of distinct templates + peers of all
 * ranks).
 */
final class BalancedChannels {
    private static final int NONE = -1;

    private final Ranks ranks;
    private final TransferOutline.Numbers numbers = new TransferOutline.Numbers();
    private final Map<EtTemplate, TransferOutline> outlines = new IdentityHashMap<>();
    private final Long2IntOpenHashMap sent = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap received = new Long2IntOpenHashMap();
    private final LongOpenHashSet balanced = new LongOpenHashSet();

    /**
     * Compares what ranks send and receive.
     *
     * @param toItself whether messages from a rank to itself may be among them
     */
    BalancedChannels(Ranks ranks, boolean toItself) {
        this.ranks = ranks;
        sent.defaultReturnValue(NONE);
        received.defaultReturnValue(NONE);
        for (int rank = 0; rank < ranks.count() && ranks.byTemplate(); rank++) {
            Progress.checkInterrupted();
            collect(rank);
        }
        sent.long2IntEntrySet().forEach(entry -> {
            long channel = entry.getLongKey();
            if (received.get(channel) == entry.getIntValue() && (toItself || !TransferDecision.isToItself(channel))) {
                balanced.add(channel);
            }
        });
    }

    private void collect(int rank) {
        TransferOutline outline = outline(rank);
        int[] peers = outline == null ? null : outline.peers(ranks.graph(rank));
        for (int i = 0; peers != null && i < peers.length; i++) {
            if (outline.sends(i)) {
                sent.put(TransferDecision.channel(rank, peers[i]), outline.messages(i));
            } else {
                received.put(TransferDecision.channel(peers[i], rank), outline.messages(i));
            }
        }
    }

    private TransferOutline outline(int rank) {
        EtGraph graph = ranks.graph(rank);
        EtTemplate template = graph.template();
        if (!template.isRegular()) {
            return null;
        }
        if (!outlines.containsKey(template)) {
            outlines.put(template, TransferOutline.of(graph, numbers));
        }
        return outlines.get(template);
    }

    /** Whether messages from one rank to another need no repair. */
    boolean has(int source, int destination) {
        return balanced.contains(TransferDecision.channel(source, destination));
    }

    /** Whether no message of a rank needs repair. */
    boolean hasAll(int rank) {
        TransferOutline outline = ranks.byTemplate() ? outline(rank) : null;
        int[] peers = outline == null ? null : outline.peers(ranks.graph(rank));
        if (peers == null) {
            return false;
        }
        for (int i = 0; i < peers.length; i++) {
            if (outline.sends(i) ? !has(rank, peers[i]) : !has(peers[i], rank)) {
                return false;
            }
        }
        return true;
    }
}

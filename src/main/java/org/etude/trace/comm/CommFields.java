// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.model.CommArgs;

/** A reusable builder that collects what one event or node states about a collective. */
public final class CommFields {
    /** Maximum length of a list of ranks or splits. */
    private static final int LONGEST = 1 << 20;

    public String collective;
    public String dtype;
    public long inElements;
    public long outElements;
    public String inSplit;
    public String outSplit;
    public String groupName;
    public String groupDesc;
    public int groupSize;
    String groupRanks;
    long rank;
    long peer;
    public long tag;
    long sequence;
    public long rankStart;
    public long rankStride;
    private boolean any;

    /** Starts empty. */
    public CommFields() {
        any = true;
        clear();
    }

    /** Forgets everything. */
    public void clear() {
        if (!any) {
            return;
        }
        collective = null;
        dtype = null;
        inElements = -1;
        outElements = -1;
        inSplit = "";
        outSplit = "";
        groupName = null;
        groupDesc = null;
        groupSize = -1;
        groupRanks = "";
        rank = -1;
        peer = -1;
        tag = -1;
        sequence = -1;
        rankStart = -1;
        rankStride = -1;
        any = false;
    }

    /** Copies another builder. */
    public void copy(CommFields from) {
        collective = from.collective;
        dtype = from.dtype;
        inElements = from.inElements;
        outElements = from.outElements;
        inSplit = from.inSplit;
        outSplit = from.outSplit;
        groupName = from.groupName;
        groupDesc = from.groupDesc;
        groupSize = from.groupSize;
        groupRanks = from.groupRanks;
        rank = from.rank;
        peer = from.peer;
        tag = from.tag;
        sequence = from.sequence;
        rankStart = from.rankStart;
        rankStride = from.rankStride;
        any = from.any;
    }

    /** Notes that something was set. */
    public void touch() {
        any = true;
    }

    /** Whether anything about a collective was set. */
    public boolean isComm() {
        return any && (collective != null || inElements >= 0 || outElements >= 0 || groupName != null);
    }

    /** The value. */
    public CommArgs build() {
        List<Integer> ranks = ranks();
        int size = groupSize < 0 && !ranks.isEmpty() ? ranks.size() : groupSize;
        return new CommArgs(
                collective,
                dtype,
                inElements,
                outElements,
                longs(inSplit),
                longs(outSplit),
                groupName,
                groupDesc,
                size,
                ranks,
                (int) peer(ranks),
                tag,
                sequence);
    }

    /** PyTorch records the peer of a transfer as its rank within the group. */
    private long peer(List<Integer> ranks) {
        if (peer >= 0 || rank < 0 || !isTransfer()) {
            return peer;
        }
        if (rank < ranks.size()) {
            return ranks.get((int) rank);
        }
        return rankStart >= 0 && rankStride > 0 ? rankStart + rank * rankStride : rank;
    }

    private boolean isTransfer() {
        return collective != null && (collective.startsWith("send") || collective.startsWith("recv"));
    }

    private List<Integer> ranks() {
        List<Integer> ranks = new ArrayList<>();
        for (long r : longs(groupRanks)) {
            ranks.add((int) r);
        }
        if (ranks.isEmpty() && rankStart >= 0 && rankStride > 0 && groupSize > 0 && groupSize <= LONGEST) {
            for (int i = 0; i < groupSize; i++) {
                ranks.add((int) (rankStart + i * rankStride));
            }
        }
        return ranks;
    }

    /**
     * The integers of a text such as {@code "[0, 1]"}; empty when it has another form or was abbreviated with dots.
     */
    static List<Long> longs(String text) {
        List<Long> values = new ArrayList<>();
        if (text == null || text.indexOf("..") >= 0) {
            return values;
        }
        int i = 0;
        while (i < text.length() && values.size() < LONGEST) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                i++;
                continue;
            }
            boolean minus = i > 0 && text.charAt(i - 1) == '-';
            long value = 0;
            while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
                value = value * 10 + text.charAt(i++) - '0';
            }
            values.add(minus ? -value : value);
        }
        return values;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import org.etude.link.model.Collective;
import org.etude.spec.CollectiveType;

/**
 * The key that calls of different ranks must share to be matched: the communicator and, if the ranks' traces number
 * collectives consistently, a block of sequence numbers; for messages, the channel.
 *
 * @param kind how calls with this key are matched
 * @param name the group, or the channel
 * @param block number of the block of sequence numbers, 0 for all
 */
public record MatchKey(Kind kind, String name, long block) implements Comparable<MatchKey> {
    /** Sequence numbers per block, enough that keys are small compared with the calls. */
    private static final int BLOCK = 64;

    /** How calls with one key are matched. */
    public enum Kind {
        /** Collectives, by the trace's own numbers. */
        NUMBERED,
        /** Collectives, by type, size and order; all collectives of a group share one key. */
        ORDERED,
        /** Messages from one rank to another, by their order. */
        MESSAGE
    }

    static MatchKey group(String name, boolean numbered, RankCall call) {
        return numbered
                ? new MatchKey(Kind.NUMBERED, name, call.traceSequence() / BLOCK)
                : new MatchKey(Kind.ORDERED, name, 0);
    }

    static MatchKey channel(int rank, Collective message) {
        boolean send = message.type() == CollectiveType.SEND;
        int from = send ? rank : message.peer();
        int to = send ? message.peer() : rank;
        return new MatchKey(Kind.MESSAGE, "from " + from + " to " + to + " tag " + message.tag(), 0);
    }

    /** The key as text; equal for equal keys only. */
    public String text() {
        return kind + " " + block + " " + name;
    }

    /** The kind of the key with this text. */
    public static Kind kind(String text) {
        return Kind.valueOf(text.substring(0, text.indexOf(' ')));
    }

    @Override
    public int compareTo(MatchKey other) {
        int byKind = kind.compareTo(other.kind);
        int byName = byKind == 0 ? name.compareTo(other.name) : byKind;
        return byName == 0 ? Long.compare(block, other.block) : byName;
    }
}

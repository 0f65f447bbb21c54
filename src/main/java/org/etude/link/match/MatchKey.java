// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import org.etude.link.model.Collective;
import org.etude.spec.CollectiveType;

/**
 * What collectives of different ranks have in common that may be one and the same: the communicator and, where the ranks' traces number
 * them alike, a block of sequence numbers; of messages the channel.
 *
 * @param kind how calls with this key are matched
 * @param name the group, or the channel
 * @param block number of the block of sequence numbers, 0 for all
 */
public record MatchKey(Kind kind, String name, long block) implements Comparable<MatchKey> {
    /** Sequence numbers of a block: enough that a key is less than what has it. */
    private static final int BLOCK = 64;

    /** How calls with one key are matched. */
    public enum Kind {
        /** Collectives, by the trace's own numbers. */
        NUMBERED,
        /** Collectives, by type, size and order; all of the group have one key. */
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

    /** The kind of a key by its text. */
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

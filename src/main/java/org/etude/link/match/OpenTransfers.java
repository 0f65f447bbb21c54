// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.spec.CollectiveType;

/**
 * A rank's sends and receives with unknown peer: one row per group, direction and size.
 *
 * @param rank the rank
 * @param kinds the rows
 */
public record OpenTransfers(int rank, List<Kind> kinds) {
    /** Copies the list. */
    public OpenTransfers {
        kinds = List.copyOf(kinds);
    }

    /**
     * Transfers that are indistinguishable for pairing.
     *
     * @param type send or receive
     * @param groupName process group as the trace names it, "" when unknown
     * @param bytes size in bytes, -1 when unknown
     * @param count how many there are
     */
    public record Kind(CollectiveType type, String groupName, long bytes, int count) {}

    /** The transfers with unknown peer of a linked rank. */
    public static OpenTransfers of(LinkedRank rank) {
        Map<Kind, Integer> counts = new LinkedHashMap<>();
        for (Collective c : rank.collectives()) {
            if (isOpen(c)) {
                counts.merge(kind(c), 1, Integer::sum);
            }
        }
        return new OpenTransfers(
                rank.trace().rank(),
                counts.entrySet().stream()
                        .map(e -> new Kind(e.getKey().type, e.getKey().groupName, e.getKey().bytes, e.getValue()))
                        .toList());
    }

    static boolean isOpen(Collective transfer) {
        return CollectiveMatcher.isMessage(transfer) && transfer.peer() < 0;
    }

    private static Kind kind(Collective c) {
        return new Kind(c.type(), c.groupName(), Math.max(c.inBytes(), c.outBytes()), 0);
    }

    /** Number of transfers like this one, in its direction or the opposite. */
    int count(Collective like, CollectiveType type) {
        Kind wanted = kind(like);
        return kinds.stream()
                .filter(kind ->
                        kind.type == type && kind.bytes == wanted.bytes && kind.groupName.equals(wanted.groupName))
                .mapToInt(Kind::count)
                .sum();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.etude.et.check.StreamCountRule;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Sha256;
import org.etude.store.StoredFile;

/**
 * Finds the first collective of all ranks on which ASTRA-sim would hang ({@link StreamCountRule}). As a step, each rank
 * answers with a digest of its counts; as an exchange, one rank of each digest sends them to one meeting, which tells
 * rank 0.
 *
 * @param senders the lowest rank of each digest
 */
record CountExchange(Set<Integer> senders) implements RepairStep, RepairExchange {
    private static final String KIND = "counts";

    /** The counts of a rank. */
    private record Sent(int[] counts) {
        static int[] of(byte[] bytes) {
            return StoredFile.of(bytes, KIND, Sent.class).counts;
        }
    }

    /** The result of the meeting. */
    private record Told(List<Finding> findings) {}

    /** The digest that a rank answers. */
    static String digest(byte[] answer) {
        return new String(answer, StandardCharsets.US_ASCII);
    }

    /** What the meeting told rank 0. */
    static List<Finding> findings(byte[] answer) {
        return StoredFile.of(answer, KIND, Told.class).findings;
    }

    private static byte[] counts(RepairingRank rank) {
        return StoredFile.bytes(KIND, new Sent(StreamCountRule.counts(rank.graph())));
    }

    @Override
    public RepairingRank next(RepairingRank rank) {
        return rank.answering(Sha256.hex(counts(rank)).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public Map<String, byte[]> parcels(RepairingRank rank) {
        return senders.contains(rank.rank()) ? Map.of(KIND, counts(rank)) : Map.of();
    }

    /** Compares the counts of rank 0 with those of the others, in order. */
    Map<Integer, byte[]> compare(SortedMap<Integer, byte[]> parcels) {
        int[] first = Sent.of(parcels.get(0));
        List<Finding> found = List.of();
        for (Map.Entry<Integer, byte[]> other : parcels.entrySet()) {
            if (found.isEmpty()) {
                found = StreamCountRule.compare(
                        first, other.getKey(), Sent.of(other.getValue()), "repair", Level.ERROR);
            }
        }
        return Map.of(0, StoredFile.bytes(KIND, new Told(found)));
    }

    @Override
    public RepairingRank received(RepairingRank rank, SortedMap<String, byte[]> replies) {
        return rank.answering(replies.getOrDefault(KIND, new byte[0]));
    }
}

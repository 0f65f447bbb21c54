// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import org.etude.et.convert.RankFacts;
import org.etude.link.match.MessageSizes;
import org.etude.link.match.OpenGroups;
import org.etude.link.match.OpenTransfers;
import org.etude.link.match.RankSequences;
import org.etude.link.model.LinkedRank;
import org.etude.store.StoredFile;

/**
 * What the driver needs to know about a linked rank: one row per process group and peer, and one per collective only
 * where those of a host backend do not name their group.
 *
 * @param facts for the conversion
 * @param sequences for matching collectives across ranks
 * @param open messages that do not name their peer
 * @param groups collectives that do not name their group; one row for each
 * @param lacksSizes whether it has messages of unknown size
 */
record RankSummary(
        RankFacts facts, RankSequences sequences, OpenTransfers open, OpenGroups groups, boolean lacksSizes) {
    private static final String KIND = "rank";

    static RankSummary of(LinkedRank rank) {
        return new RankSummary(
                RankFacts.of(rank),
                RankSequences.of(rank),
                OpenTransfers.of(rank),
                OpenGroups.of(rank),
                MessageSizes.lacksSome(rank));
    }

    static RankSummary of(byte[] bytes) {
        return StoredFile.of(bytes, KIND, RankSummary.class);
    }

    byte[] bytes() {
        return StoredFile.bytes(KIND, this);
    }
}

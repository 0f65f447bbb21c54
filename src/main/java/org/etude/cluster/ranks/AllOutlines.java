// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.List;
import java.util.Optional;
import org.etude.et.convert.EtConverter;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Report;
import org.etude.spec.ConvertOptions;
import org.etude.store.StoredFile;
import org.etude.trace.model.TraceSet;

/** All ranks as they know each other, and what the conversion makes of that once for all. */
final class AllOutlines {
    private static final String KIND = "outlines";

    private final LinkedSet set;
    private final EtConverter converter;

    private AllOutlines(Sent sent) {
        List<LinkedRank> ranks = sent.ranks.stream()
                .map(outline -> (LinkedRank) new OutlinedRank(outline))
                .toList();
        TraceSet traces =
                new TraceSet("", ranks.stream().map(LinkedRank::trace).toList(), sent.worldSize, Report.empty());
        set = new LinkedSet(traces, ranks, List.of(), Report.empty(), sent.matches);
        converter = new EtConverter(set, sent.convert);
    }

    /**
     * As it is sent.
     *
     * @param matches the collectives across ranks, where the conversion needs them
     */
    record Sent(List<GraphOutline> ranks, int worldSize, Optional<CollectiveMatches> matches, ConvertOptions convert) {
        byte[] bytes() {
            return StoredFile.bytes(KIND, this);
        }
    }

    static AllOutlines of(byte[] bytes) {
        return of(StoredFile.of(bytes, KIND, Sent.class));
    }

    static AllOutlines of(Sent sent) {
        return new AllOutlines(sent);
    }

    EtConverter converter() {
        return converter;
    }

    LinkedRank rank(int index) {
        return set.ranks().get(index);
    }

    int index(int rank) {
        for (int k = 0; k < set.ranks().size(); k++) {
            if (set.ranks().get(k).trace().rank() == rank) {
                return k;
            }
        }
        throw new IllegalStateException("rank " + rank + " is not of this job");
    }
}

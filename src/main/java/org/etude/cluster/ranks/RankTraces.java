// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.List;
import java.util.Map;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.et.graph.KindSums;
import org.etude.et.wire.EtFiles;
import org.etude.report.Finding;

/** The execution trace of a rank: the last stage. */
final class RankTraces implements RemoteStage {
    static final String KIND = "converted";

    private final byte[] converted;

    RankTraces(byte[] converted) {
        this.converted = converted;
    }

    /**
     * A rank's conversion.
     *
     * @param rank the rank
     * @param written the length of its file where its machine wrote it, otherwise -1
     * @param et the bytes of its file where they are sent
     * @param sums its nodes by kind, where its machine wrote them
     * @param findings its findings
     * @param groups findings on process groups, by key
     */
    record Converted(
            int rank,
            long written,
            byte[] et,
            List<KindSums> sums,
            List<Finding> findings,
            Map<String, Finding> groups) {
        /** Its nodes by kind. */
        List<KindSums> nodes() {
            return written < 0 ? KindSums.of(EtFiles.of(et)) : sums;
        }
    }

    @Override
    public byte[] answer() {
        return converted;
    }

    @Override
    public RemoteStage next(RemoteShare shared) {
        throw new IllegalStateException("nothing follows a conversion");
    }
}

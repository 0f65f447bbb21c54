// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.List;
import java.util.Map;
import org.etude.et.graph.KindSums;
import org.etude.repair.graph.Change;
import org.etude.store.StoredFile;

/**
 * A rank's repaired trace.
 *
 * @param written the length of its file where its machine wrote it, otherwise -1
 * @param et the bytes of its file; empty when its machine wrote it, or another rank sends or writes the same
 * @param changes the changes to list, by phase
 * @param sums its nodes by kind if traces are written; empty when another rank tells them
 */
record RankResult(long written, byte[] et, Map<RepairPhase, List<Change>> changes, List<KindSums> sums) {
    private static final String KIND = "repaired";

    static RankResult of(byte[] bytes) {
        return StoredFile.of(bytes, KIND, RankResult.class);
    }

    byte[] bytes() {
        return StoredFile.bytes(KIND, this);
    }
}

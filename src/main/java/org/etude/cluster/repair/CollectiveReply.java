// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.List;
import java.util.Optional;
import org.etude.repair.across.SentPlan;
import org.etude.report.Finding;
import org.etude.store.StoredFile;

/**
 * What a group's decision means for one rank.
 *
 * @param plan what it must change, if anything
 * @param rankClass the number of its class of ranks, which have the same plan
 * @param copies its calls that others copy
 * @param findings the findings on the group, sent to one of its ranks
 */
record CollectiveReply(Optional<SentPlan> plan, int rankClass, List<Copy> copies, List<Finding> findings) {
    private static final String KIND = "decided";

    /**
     * A call that others copy.
     *
     * @param call its number
     * @param ranks the ranks that copy it
     */
    record Copy(int call, List<Integer> ranks) {}

    static CollectiveReply of(byte[] bytes) {
        return StoredFile.of(bytes, KIND, CollectiveReply.class);
    }

    byte[] bytes() {
        return StoredFile.bytes(KIND, this);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.repair.across.CommOutline;
import org.etude.report.Finding;
import org.etude.store.StoredFile;

/**
 * What a stage did to a rank's trace.
 *
 * @param changed whether it is another trace now
 * @param messages whether it has messages, or had them before
 * @param outline its communication now, if it may be another
 * @param findings findings on channels that this rank reports
 */
record TraceEdit(
        boolean changed, boolean messages, Optional<CommOutline> outline, SortedMap<Long, List<Finding>> findings) {
    private static final String KIND = "edited";

    static TraceEdit of(RepairingRank before, RepairingRank after, CommOutline outline) {
        return new TraceEdit(
                before.graph() != after.graph(),
                before.hasMessages() || after.hasMessages(),
                Optional.of(outline),
                new TreeMap<>());
    }

    static TraceEdit of(byte[] bytes) {
        return StoredFile.of(bytes, KIND, TraceEdit.class);
    }

    byte[] bytes() {
        return StoredFile.bytes(KIND, this);
    }
}

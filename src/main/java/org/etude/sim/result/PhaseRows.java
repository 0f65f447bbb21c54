// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Arrays;
import java.util.List;
import org.etude.sim.engine.Recorder;
import org.etude.spec.CollectiveType;
import org.etude.store.Saved;

/**
 * The columns of {@link PhaseColumns}.
 *
 * @param kind the number of each type in {@code kinds}, or -1
 * @param kinds the types by their numbers
 */
record PhaseRows(
        int[] rank,
        long[] node,
        int[] chunk,
        int[] step,
        int[] dim,
        int[] kind,
        int[] queue,
        long[] bytes,
        long[] entered,
        long[] started,
        long[] ended,
        List<CollectiveType> kinds)
        implements Saved {
    static PhaseRows of(Recorder rows) {
        rows.trim();
        return new PhaseRows(
                rows.rank.elements(),
                rows.node.elements(),
                rows.chunk.elements(),
                rows.step.elements(),
                rows.dim.elements(),
                rows.kind.elements(),
                rows.queue.elements(),
                rows.bytes.elements(),
                rows.entered.elements(),
                rows.started.elements(),
                rows.ended.elements(),
                List.of(CollectiveType.values()));
    }

    /** Maps types by name: their numbers may differ in the reading version. */
    @Override
    public Object restored() {
        Arrays.setAll(kind, i -> kind[i] < 0 ? kind[i] : kinds.get(kind[i]).ordinal());
        return PhaseColumns.of(() -> this);
    }
}

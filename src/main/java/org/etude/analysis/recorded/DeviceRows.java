// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Progress;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/** Rows of all ranks that have a Kineto trace. */
final class DeviceRows {
    /** The rows of one rank. */
    @FunctionalInterface
    interface OfRank<T> {
        /** Adds the rows of a rank's Kineto trace. */
        List<T> rows(int rank, DeviceTrace trace);
    }

    private DeviceRows() {}

    /**
     * Collects the rows of each rank, ranks ascending.
     *
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     */
    static <T> List<T> of(TraceSet traces, OfRank<T> ofRank) {
        List<T> all = new ArrayList<>();
        for (RankTrace rank : traces.ranks()) {
            Progress.checkInterrupted();
            if (rank.device() != null) {
                all.addAll(ofRank.rows(rank.rank(), rank.device()));
            }
        }
        return all;
    }
}

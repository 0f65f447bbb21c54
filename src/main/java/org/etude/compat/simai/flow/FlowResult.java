// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.List;
import org.etude.network.packet.device.FlowLog;
import org.etude.report.Report;

/**
 * The times of a step as seen by its first rank.
 *
 * @param rows communication of each row
 * @param computeNanos computation of all rows
 * @param finishNanos when the step was done
 * @param flows all finished flows
 * @param report doubtful results
 */
public record FlowResult(List<Row> rows, long computeNanos, long finishNanos, FlowLog flows, Report report) {
    /** Copies the list. */
    public FlowResult {
        rows = List.copyOf(rows);
    }

    /**
     * Communication of a row from start to end, whether anything waited for it or not, ns.
     *
     * @param name the row
     * @param forward in the forward pass
     * @param inputGrad in the gradient of inputs
     * @param weightGrad in the gradient of weights
     */
    public record Row(String name, long forward, long inputGrad, long weightGrad) {}
}

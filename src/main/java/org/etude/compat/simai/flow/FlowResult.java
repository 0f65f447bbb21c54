// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.List;
import org.etude.network.packet.device.FlowLog;
import org.etude.report.Report;

/**
 * What a step took as its first rank saw it.
 *
 * @param rows communication of each row
 * @param computeNanos computation of all rows
 * @param finishNanos when the step was done
 * @param flows all finished flows
 * @param report what is doubtful
 */
public record FlowResult(List<Row> rows, long computeNanos, long finishNanos, FlowLog flows, Report report) {
    /** Copies. */
    public FlowResult {
        rows = List.copyOf(rows);
    }

    /**
     * Communication of a row: from its start to its end, whether anything waited for it or not, ns.
     *
     * @param name the row
     * @param forward in the forward pass
     * @param inputGrad in the gradient of inputs
     * @param weightGrad in the gradient of weights
     */
    public record Row(String name, long forward, long inputGrad, long weightGrad) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.List;
import org.etude.compat.triosim.trace.TraceOp;

/**
 * What a GPU of a pipeline does in one go: a pass of a micro-batch, or the update after the last.
 *
 * @param pass which pass
 * @param microBatch which micro-batch; 0 for the update
 * @param steps its operators
 * @param handover bytes for the next GPU of the pass
 */
record PipelineTask(Pass pass, int microBatch, List<Step> steps, long handover) {
    /** The passes in their order. */
    enum Pass {
        FORWARD,
        BACKWARD,
        UPDATE
    }

    /**
     * An operator.
     *
     * @param place its place in the trace
     * @param recorded the operator
     * @param seconds how long it runs
     * @param fetched bytes that it needs from the remote memory
     */
    record Step(int place, TraceOp recorded, double seconds, long fetched) {}
}

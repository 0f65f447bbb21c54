// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.List;
import org.etude.compat.triosim.trace.TraceOp;

/**
 * One task of a GPU of a pipeline: a pass of a micro-batch, or the update after the last one.
 *
 * @param pass the pass
 * @param microBatch the micro-batch; 0 for the update
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
     * @param place its index in the trace
     * @param recorded the operator
     * @param seconds how long it runs
     * @param fetched bytes that it needs from the remote memory
     */
    record Step(int place, TraceOp recorded, double seconds, long fetched) {}
}

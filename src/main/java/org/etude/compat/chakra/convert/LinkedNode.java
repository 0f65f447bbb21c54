// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import java.util.List;
import org.etude.et.graph.EtIo;

/**
 * One node of a linked JSON.
 *
 * @param id its id
 * @param name its name
 * @param parent id of the caller or launcher
 * @param gpu whether it ran on a GPU (it has a category)
 * @param exclusiveMicros exclusive duration, 0 if it was not linked
 * @param startMicros start on the Kineto clock, NaN if it was not linked
 * @param stream GPU stream, 0 on the host
 * @param threadDep node of another thread it waits for, or 0
 * @param syncDeps GPU nodes it waits for
 * @param inputs inputs as Python text
 * @param outputs outputs as Python text
 * @param tensorBytes bytes of all tensors among the inputs
 * @param attributes the attributes copied to the ET
 */
record LinkedNode(
        long id,
        String name,
        long parent,
        boolean gpu,
        double exclusiveMicros,
        double startMicros,
        long stream,
        long threadDep,
        List<Long> syncDeps,
        EtIo inputs,
        EtIo outputs,
        long tensorBytes,
        LinkedAttributes attributes) {

    boolean isThreadRoot() {
        return name.equals("[pytorch|profiler|execution_trace|thread]")
                || name.equals("[pytorch|profiler|execution_graph|thread]");
    }

    boolean isMetadata() {
        return name.contains("process_group:init");
    }

    boolean isRecordParamComms() {
        return name.equals("record_param_comms");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.replay;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.compat.triosim.engine.DeviceMemory;
import org.etude.compat.triosim.engine.Lane;

/** A GPU of a pipeline: its operators and the position of each micro-batch on it. */
final class PipelineGpu {
    final DeviceMemory memory;
    final List<Lane> lanes = new ArrayList<>();
    private final Set<Integer> ops = new HashSet<>();
    private int lastForward;
    private int lastBackward;

    PipelineGpu(long capacity, int microBatches) {
        memory = new DeviceMemory(capacity);
        for (int r = 0; r < microBatches; r++) {
            lanes.add(new Lane());
        }
    }

    void forward(List<Integer> part, int last) {
        ops.addAll(part);
        lastForward = last;
    }

    void backward(List<Integer> part, int last) {
        ops.addAll(part);
        lastBackward = last;
    }

    boolean owns(int op) {
        return ops.contains(op);
    }

    /** The id of the last operator of a pass. */
    int last(boolean backward) {
        return backward ? lastBackward : lastForward;
    }
}

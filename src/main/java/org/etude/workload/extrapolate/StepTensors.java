// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.Arrays;
import java.util.List;
import org.etude.link.model.LinkedRank;
import org.etude.trace.memory.StepStorages;
import org.etude.trace.model.HostTrace;

/**
 * The storages of a recorded step, and the operators of the nodes of its execution trace. Arrays must not be modified.
 *
 * @param storages the storages
 * @param opOf by node of the execution trace, the index of its outermost operator in {@link RecordedStep#ops()}
 */
record StepTensors(StepStorages storages, int[] opOf) {
    /** The tensors of a recording without an execution trace. */
    static final StepTensors NONE = new StepTensors(new StepStorages("", List.of(), 0, 0, 0, 0, 0), new int[0]);

    /**
     * Of a step's rank.
     *
     * @param placeOf by linked node, the index of its outermost operator, or -1
     */
    static StepTensors of(LinkedRank rank, int[] placeOf) {
        HostTrace host = rank.trace().host();
        if (host == null) {
            return NONE;
        }
        int[] opOf = new int[host.size()];
        Arrays.fill(opOf, -1);
        for (int node = 0; node < placeOf.length; node++) {
            if (rank.hostIndex(node) >= 0) {
                opOf[rank.hostIndex(node)] = placeOf[node];
            }
        }
        // An unlinked node belongs to what ran before: its caller, or another operator below the same caller.
        int before = 0;
        for (int node = 0; node < opOf.length; node++) {
            opOf[node] = opOf[node] < 0 ? before : opOf[node];
            before = opOf[node];
        }
        return new StepTensors(StepStorages.of(host, 0, host.size()), opOf);
    }

    /** Whether any tensor is recorded. */
    boolean areKnown() {
        return !storages.lives().isEmpty();
    }
}

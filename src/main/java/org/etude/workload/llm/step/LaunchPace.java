// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import org.etude.workload.llm.cost.HostFloor;
import org.etude.workload.llm.step.LayerPiece.Work;

/**
 * What the kernels of a step take the GPU, and their launches the host that runs ahead and waits for nothing, as in PyTorch without
 * synchronisation. Kernels are queued, so that what the host loses in one part it makes up in another, and while the GPU waits for others: a
 * step takes no less than either sum.
 */
final class LaunchPace {
    private double gpu;
    private double host;

    /**
     * Counts passes over pieces.
     *
     * @param again what of them is recomputed; the host's time for it was measured in forward passes of all of them
     */
    void add(List<LayerPiece> pieces, List<LayerPiece> again, int passes) {
        for (LayerPiece piece : pieces) {
            if (piece instanceof Work work) {
                add(work.forward(), passes, passes);
                add(work.backward(), passes, passes);
                add(work.weights(), passes, passes);
                add(work.forward(), 0, again.isEmpty() ? 0 : passes * HostFloor.CHECKPOINT);
            }
        }
        for (LayerPiece piece : again) {
            if (piece instanceof Work work) {
                add(work.forward(), passes, 0);
            }
        }
    }

    /** Counts kernels that run once. */
    void add(StepKernel kernel) {
        add(List.of(kernel), 1, 1);
    }

    private void add(List<StepKernel> kernels, double times, double hostTimes) {
        for (StepKernel kernel : kernels) {
            gpu += times * kernel.nanos();
            host += hostTimes * kernel.host();
        }
    }

    /** Time of the GPU's kernels, in ns. */
    double gpu() {
        return gpu;
    }

    /** Time that the host takes to launch them, in ns. */
    double host() {
        return host;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import org.etude.trace.memory.HeldBytes;
import org.etude.trace.memory.MemoryKind;
import org.etude.trace.memory.StepStorages;
import org.etude.trace.memory.StorageLife;

/** Memory of the passes of a part of the layers for one micro batch, excluding what is held throughout. */
final class PartMemory {
    private final StepStorages step;
    private final HeldBytes passes;
    private final HeldBytes gradients;
    private final double received;
    /** Bytes kept from the forward to the backward pass. */
    final double kept;
    /** Bytes of the part's gradients that are newly allocated in each step. */
    final double newGradients;
    /** Peaks of the passes alone: forward, backward, and after both. */
    private final double[] alone;

    PartMemory(StepStorages step, ExtrapolatedBytes bytes, StageCut cut, int part) {
        this.step = step;
        received = bytes.received(cut.first()[part]);
        passes = HeldBytes.of(step, life -> {
            boolean pass = life.kind() == MemoryKind.ACTIVATIONS || life.kind() == MemoryKind.WORKSPACE;
            boolean own = pass && !bytes.ofUpdate(life) && cut.part(bytes.layer(life)) == part;
            return own ? Math.round(bytes.of(life)) : 0;
        });
        gradients = HeldBytes.of(step, life -> isNew(life, bytes, cut, part) ? Math.round(bytes.of(life)) : 0);
        double keeps = received;
        double sum = 0;
        for (StorageLife life : step.lives()) {
            boolean over = !life.isOlder() && life.born() < step.backward() && life.last() >= step.backward();
            if (over && life.kind() == MemoryKind.ACTIVATIONS && cut.part(bytes.layer(life)) == part) {
                keeps += bytes.of(life);
            }
            sum += isNew(life, bytes, cut, part) ? bytes.of(life) : 0;
        }
        kept = keeps;
        newGradients = sum;
        alone = new double[] {
            most(step.from(), step.backward(), 0),
            most(step.backward(), step.update(), 0),
            most(step.update(), step.to(), 0)
        };
    }

    private static boolean isNew(StorageLife life, ExtrapolatedBytes bytes, StageCut cut, int part) {
        return life.kind() == MemoryKind.GRADIENTS && !life.isOlder() && cut.part(bytes.layer(life)) == part;
    }

    /**
     * The peak within a forward pass.
     *
     * @param share the fraction of the gradients that a rank holds
     * @param first whether it is the first micro batch, at whose start gradients of the previous step may be held
     */
    double forward(double share, boolean first) {
        return received + (first ? most(step.from(), step.backward(), share) : alone[0]);
    }

    /** The peak within a backward pass; in the first one gradients are allocated progressively. */
    double backward(double share, boolean first) {
        return received + (first ? most(step.backward(), step.update(), share) : alone[1]);
    }

    /** The peak during the optimizer, without its own allocations. */
    double remaining() {
        return alone[2];
    }

    private double most(int begin, int end, double share) {
        double most = 0;
        for (int node = begin; node < end; node++) {
            double grown = share > 0 ? share * gradients.held()[node - step.from()] : 0;
            most = Math.max(most, passes.held()[node - step.from()] + grown);
        }
        return most;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.DeviceMemory.Eviction;
import org.etude.compat.triosim.engine.Gpu;
import org.etude.compat.triosim.engine.Purpose;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.engine.TrioSimReplay;
import org.etude.compat.triosim.trace.TrioSimTrace;

/**
 * A replay in which operators wait for the arrival of what they fetch, and do not fetch what earlier operators produce.
 * Prefetched data, and the space reserved for outputs, stay until the operator has run, so that no operator waits for
 * evicted data.
 */
class CorrectedReplay extends TrioSimReplay {
    CorrectedReplay(TrioSimTrace trace, TrioSimMachine machine) {
        super(trace, machine);
    }

    @Override
    public final boolean there(Gpu gpu, TensorPiece input) {
        return gpu.memory.holds(input.id()) || gpu.coming.contains(input.id());
    }

    @Override
    public final boolean reserved(Gpu gpu, ReplayOp op) {
        prepare(op);
        return allocate(gpu, List.of(), op.outputs());
    }

    @Override
    public final boolean allocate(Gpu gpu, List<TensorPiece> fetched, List<TensorPiece> made) {
        // Only missing pieces: pieces in another state would be evicted if the others do not fit.
        List<TensorPiece> fresh = joined(fetched, made).stream()
                .distinct()
                .filter(piece -> !gpu.memory.holds(piece.id()))
                .toList();
        return gpu.memory.place(fresh, Purpose.ALLOCATE, () -> eviction(gpu, Purpose.ALLOCATE));
    }

    @Override
    public final Eviction eviction(Gpu gpu, Purpose purpose) {
        List<TensorPiece> kept = new ArrayList<>();
        int running = gpu.busy ? gpu.computed - 1 : gpu.computed;
        for (ReplayOp op : ops.subList(running, Math.min(gpu.fetched + 1, ops.size()))) {
            kept.addAll(op.outputs());
            kept.addAll(op.inputs());
        }
        return new Eviction(false, kept);
    }

    /** Data that was not needed is not loaded into memory either. */
    @Override
    public final List<TensorPiece> touched(Gpu gpu, ReplayOp op) {
        List<TensorPiece> held =
                op.inputs().stream().filter(t -> gpu.memory.holds(t.id())).toList();
        return joined(op.outputs(), held);
    }

    @Override
    public final void passed(Gpu gpu, ReplayOp op) {
        op.outputs().forEach(output -> gpu.coming.add(output.id()));
    }

    @Override
    public final void ended(Gpu gpu, ReplayOp op) {
        op.outputs().forEach(output -> gpu.coming.remove(output.id()));
    }

    @Override
    public boolean held(int g) {
        return gpus.get(g).fetched <= gpus.get(g).computed;
    }

    final void allLater() {
        for (int g = 0; g < gpus.size(); g++) {
            later(g);
        }
    }
}

package org.etude.workload.triosim;

/** A replay in which operators wait until what they fetch has arrived, and fetch nothing that operators before them make. */
class CorrectedReplay extends Replay {
    CorrectedReplay(TrioSimTrace trace, Machine machine) {
        super(trace, machine);
    }

    @Override
    final boolean there(Gpu gpu, Piece input) {
        return gpu.memory.holds(input.id()) || gpu.coming.contains(input.id());
    }

    @Override
    final void passed(Gpu gpu, ReplayOp op) {
        op.outputs().forEach(output -> gpu.coming.add(output.id()));
    }

    @Override
    final void ended(Gpu gpu, ReplayOp op) {
        op.outputs().forEach(output -> gpu.coming.remove(output.id()));
    }

    @Override
    boolean held(int g) {
        return gpus.get(g).fetched <= gpus.get(g).computed;
    }

    final void allLater() {
        for (int g = 0; g < gpus.size(); g++) {
            later(g);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.DeviceMemory.Eviction;
import org.etude.compat.triosim.trace.TrioSimTrace;

/**
 * Every GPU replays the whole trace: it fetches what operators need from the remote memory, one package at a time and
 * as far ahead as memory allows, and computes in order. Fetched data counts as present once there is space for it.
 */
public class TrioSimReplay {
    final TrioSimMachine machine;
    public final TrioSimQueue queue;
    public final TensorNames names = new TensorNames();
    public final List<ReplayOp> ops = new ArrayList<>();
    public final List<Gpu> gpus = new ArrayList<>();
    private long done;

    /** Prepares the recorded operators and the GPUs of a machine. */
    public TrioSimReplay(TrioSimTrace trace, TrioSimMachine machine) {
        this.machine = machine;
        this.queue = machine.queue();
        trace.ops().forEach(op -> ops.add(new ReplayOp(op, names)));
        for (int g = 0; g < machine.gpus(); g++) {
            gpus.add(new Gpu(machine.capacity()));
        }
    }

    /** Schedules the start. */
    public void start() {
        for (int g = 0; g < gpus.size(); g++) {
            later(g);
        }
        // The remote memory is stepped too, and passes for GPU 0.
        later(0);
    }

    /** The number of operators computed on all GPUs. */
    public final long done() {
        return done;
    }

    public final void later(int g) {
        queue.soon(() -> step(g));
    }

    final void step(int g) {
        fetch(g);
        compute(g);
    }

    /** Whether an input need not be present: gradients in tensor parallelism. */
    public boolean unneeded(TensorPiece input) {
        return false;
    }

    /** Whether an input need not be fetched. */
    public boolean there(Gpu gpu, TensorPiece input) {
        return gpu.memory.holds(input.id());
    }

    /** Reserves space for the outputs of an operator that fetches nothing; false to retry later. */
    public boolean reserved(Gpu gpu, ReplayOp op) {
        return true;
    }

    /**
     * Reserves space for what an operator fetches and produces; false to retry later. The original only considers what
     * it fetches.
     */
    public boolean allocate(Gpu gpu, List<TensorPiece> fetched, List<TensorPiece> made) {
        boolean fits = gpu.memory.place(fetched, Purpose.ALLOCATE, () -> eviction(gpu, Purpose.ALLOCATE));
        if (fits) {
            gpu.memory.place(made, Purpose.ALLOCATE, () -> eviction(gpu, Purpose.ALLOCATE));
        }
        return fits;
    }

    /** Everything an operator needs is present or fetched. */
    public void passed(Gpu gpu, ReplayOp op) {}

    /** The pieces in memory, used, when an operator has ended. */
    public List<TensorPiece> touched(Gpu gpu, ReplayOp op) {
        return joined(op.outputs(), op.inputs());
    }

    /** An operator has ended and its outputs are in memory. */
    public void ended(Gpu gpu, ReplayOp op) {}

    /** Changes an operator before its first use. */
    public void prepare(ReplayOp op) {}

    /** Whether a GPU may not compute now. */
    public boolean held(int g) {
        return false;
    }

    /** An operator has started. */
    public void started(int g, ReplayOp op) {}

    /** An operator has ended. */
    public void completed(int g, ReplayOp op) {
        later(g);
    }

    /** A message has arrived and its pieces are in memory. */
    public void arrived(int g, Purpose purpose) {
        later(g);
    }

    /** Sends tensors from one GPU to another; they are present when the carrier delivers them. */
    public final void send(int from, int to, List<TensorPiece> pieces, Purpose purpose) {
        long bytes = 0;
        for (TensorPiece piece : pieces) {
            bytes += piece.bytes();
        }
        Runnable recorded = machine.recorder().send(purpose.message(), from, to, 0, bytes);
        machine.carrier().send(from, to, bytes, () -> {
            recorded.run();
            Gpu gpu = gpus.get(to);
            gpu.inFlight--;
            gpu.memory.place(pieces, purpose, () -> eviction(gpu, purpose));
            arrived(to, purpose);
        });
        gpus.get(to).inFlight++;
    }

    /** What may be evicted: used pieces, except those of the next operator. */
    public Eviction eviction(Gpu gpu, Purpose purpose) {
        if (gpu.computed == ops.size()) {
            return null;
        }
        ReplayOp next = ops.get(gpu.computed);
        return new Eviction(false, joined(next.outputs(), next.inputs()));
    }

    /** Both lists, one after the other. */
    public static List<TensorPiece> joined(List<TensorPiece> first, List<TensorPiece> second) {
        List<TensorPiece> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private boolean ready(Gpu gpu, ReplayOp op) {
        for (TensorPiece input : op.inputs()) {
            if (!unneeded(input) && !gpu.memory.holds(input.id())) {
                return false;
            }
        }
        return true;
    }

    private boolean allThere(Gpu gpu, ReplayOp op) {
        for (TensorPiece input : op.inputs()) {
            if (!there(gpu, input)) {
                return false;
            }
        }
        return true;
    }

    private void pass(Gpu gpu, ReplayOp op) {
        gpu.fetched++;
        passed(gpu, op);
    }

    private void fetch(int g) {
        Gpu gpu = gpus.get(g);
        while (gpu.inFlight == 0 && gpu.fetched < ops.size()) {
            ReplayOp op = ops.get(gpu.fetched);
            if (gpu.fetched < gpu.computed) {
                gpu.fetched++;
                later(g);
                return;
            }
            if (!allThere(gpu, op)) {
                load(g, gpu, op);
                return;
            }
            if (!reserved(gpu, op)) {
                return;
            }
            pass(gpu, op);
        }
    }

    private void load(int g, Gpu gpu, ReplayOp op) {
        prepare(op);
        List<TensorPiece> missing = new ArrayList<>();
        for (TensorPiece input : op.inputs()) {
            if (!unneeded(input) && !there(gpu, input)) {
                missing.add(input);
            }
        }
        if (!allocate(gpu, missing, op.outputs())) {
            return;
        }
        if (missing.isEmpty()) {
            pass(gpu, op);
            later(g);
        } else {
            send(Carrier.REMOTE, g, missing, Purpose.FETCH);
        }
    }

    private void compute(int g) {
        Gpu gpu = gpus.get(g);
        if (gpu.busy || gpu.computed >= ops.size() || held(g)) {
            return;
        }
        ReplayOp op = ops.get(gpu.computed);
        prepare(op);
        if (!ready(gpu, op)) {
            return;
        }
        double start = queue.now();
        queue.at(start + op.seconds(), () -> complete(g, op, start));
        gpu.busy = true;
        gpu.computed++;
        started(g, op);
    }

    private void complete(int g, ReplayOp op, double start) {
        Gpu gpu = gpus.get(g);
        machine.recorder().ran(g, 0, gpu.computed - 1, op.recorded(), start);
        gpu.memory.place(touched(gpu, op), Purpose.COMPLETE, () -> eviction(gpu, Purpose.COMPLETE));
        gpu.busy = false;
        done++;
        ended(gpu, op);
        completed(g, op);
    }
}

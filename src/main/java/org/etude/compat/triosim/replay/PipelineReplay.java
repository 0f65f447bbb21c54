// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.replay;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.engine.Carrier;
import org.etude.compat.triosim.engine.DeviceMemory;
import org.etude.compat.triosim.engine.DeviceMemory.Eviction;
import org.etude.compat.triosim.engine.Lane;
import org.etude.compat.triosim.engine.PipelineStages;
import org.etude.compat.triosim.engine.Purpose;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorNames;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.engine.TrioSimQueue;
import org.etude.compat.triosim.engine.TrioSimReplay;
import org.etude.compat.triosim.trace.TraceOp;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.compat.triosim.trace.TrioSimTrace;

/**
 * Pipeline parallelism: each GPU has a part of the forward and, from the other end, of the backward operators by their
 * number. All micro-batches run forward, then backward in reverse order.
 */
final class PipelineReplay {
    /** A micro-batch that waits for its neighbour on a GPU. */
    private record Parked(int gpu, int round) {}

    private final TrioSimMachine machine;
    private final TrioSimQueue queue;
    private final TensorNames names = new TensorNames();
    private final List<ReplayOp> ops = new ArrayList<>();
    private final List<PipelineGpu> gpus = new ArrayList<>();
    private final int rounds;
    private final boolean[] backward;
    private final List<Parked> turned = new ArrayList<>();
    private List<Parked> parked = new ArrayList<>();
    private int entered;
    private int lastForward = -1;
    private boolean stall;
    private long done;

    PipelineReplay(TrioSimTrace trace, int microBatches, TrioSimMachine machine) {
        this.machine = machine;
        this.queue = machine.queue();
        this.rounds = microBatches;
        this.backward = new boolean[microBatches];
        trace.ops().forEach(op -> ops.add(new ReplayOp(op, names)));
        for (int g = 0; g < machine.gpus(); g++) {
            gpus.add(new PipelineGpu(machine.capacity(), microBatches));
        }
        divide(trace.ops());
    }

    void start() {
        later(0, 0);
    }

    long done() {
        return done;
    }

    DeviceMemory memory(int g) {
        return gpus.get(g).memory;
    }

    private void divide(List<TraceOp> recorded) {
        PipelineStages stages = PipelineStages.of(recorded, gpus.size());
        for (int g = 0; g < gpus.size(); g++) {
            List<Integer> ahead = ids(stages.forward().get(g));
            gpus.get(g).forward(ahead, ahead.get(ahead.size() - 1));
            List<Integer> back = ids(stages.backward().get(g));
            gpus.get(g).backward(back, back.get(back.size() - 1));
        }
        lastForward = gpus.get(gpus.size() - 1).last(false);
    }

    private List<Integer> ids(List<Integer> places) {
        return places.stream().map(this::id).toList();
    }

    private void later(int g, int round) {
        queue.soon(() -> {
            fetch(g, round);
            compute(g, round);
        });
    }

    private int id(int index) {
        return ops.get(index).recorded().id();
    }

    /** Whether an operator is not this GPU's, or is the first one after its part. */
    private boolean foreign(int g, int index, int round) {
        PipelineGpu gpu = gpus.get(g);
        if (!gpu.owns(id(index))) {
            return true;
        }
        int before = index == 0 ? 0 : id(index - 1);
        int last = gpu.last(backward[round]);
        return before == last && id(index) != last;
    }

    private void prepare(ReplayOp op, int round) {
        op.divide(
                rounds,
                piece -> new TensorPiece(
                        names.number(names.name(piece.id()) + "Round" + round),
                        piece.bytes() / rounds,
                        piece.gradient()));
    }

    private List<TensorPiece> missing(int g, ReplayOp op) {
        return op.inputs().stream()
                .filter(piece -> !piece.gradient() && !memory(g).holds(piece.id()))
                .toList();
    }

    private Eviction eviction(int g, int round) {
        int computed = gpus.get(g).lanes.get(round).computed;
        if (computed == ops.size()) {
            return null;
        }
        return new Eviction(
                false,
                TrioSimReplay.joined(
                        ops.get(computed).outputs(), ops.get(computed).inputs()));
    }

    private boolean place(int g, int round, List<TensorPiece> pieces, Purpose purpose) {
        return memory(g).place(pieces, purpose, () -> eviction(g, round));
    }

    private void fetch(int g, int round) {
        Lane lane = gpus.get(g).lanes.get(round);
        while (lane.inFlight == 0 && lane.fetched < ops.size() && !foreign(g, lane.fetched, round)) {
            ReplayOp op = ops.get(lane.fetched);
            if (lane.fetched < lane.computed) {
                lane.fetched++;
                later(g, round);
                return;
            }
            if (!memory(g).holdsAll(op.inputs())) {
                load(g, round, op);
                return;
            }
            lane.fetched++;
        }
    }

    private void load(int g, int round, ReplayOp op) {
        prepare(op, round);
        List<TensorPiece> missing = missing(g, op);
        if (!place(g, round, missing, Purpose.ALLOCATE)) {
            return;
        }
        place(g, round, op.outputs(), Purpose.ALLOCATE);
        if (missing.isEmpty()) {
            gpus.get(g).lanes.get(round).fetched++;
            later(g, round);
        } else {
            send(Carrier.REMOTE, g, round, missing, Purpose.FETCH);
        }
    }

    private void compute(int g, int round) {
        Lane lane = gpus.get(g).lanes.get(round);
        if (lane.busy || lane.computed >= ops.size() || foreign(g, lane.computed, round)) {
            return;
        }
        ReplayOp op = ops.get(lane.computed);
        prepare(op, round);
        if (missing(g, op).isEmpty()) {
            double start = queue.now();
            queue.at(start + op.seconds(), () -> complete(g, round, op, start));
            lane.busy = true;
            lane.computed++;
        }
    }

    private void send(int from, int to, int round, List<TensorPiece> pieces, Purpose purpose) {
        Lane lane = gpus.get(to).lanes.get(round);
        long bytes = pieces.stream().mapToLong(TensorPiece::bytes).sum();
        Runnable recorded = machine.recorder().send(purpose.message(), from, to, round, bytes);
        machine.carrier().send(from, to, bytes, () -> {
            recorded.run();
            lane.inFlight--;
            place(to, round, pieces, purpose);
            if (purpose == Purpose.NEXT_ROUND) {
                entered++;
                later(0, entered);
            }
            later(to, round);
        });
        lane.inFlight++;
    }

    private void complete(int g, int round, ReplayOp op, double start) {
        Lane lane = gpus.get(g).lanes.get(round);
        machine.recorder().ran(g, round, lane.computed - 1, op.recorded(), start);
        place(g, round, TrioSimReplay.joined(op.outputs(), op.inputs()), Purpose.COMPLETE);
        lane.busy = false;
        done++;
        int id = op.recorded().id();
        int last = gpus.get(g).last(backward[round]);
        int following = lane.computed < ops.size() ? id(lane.computed) : id + 1;
        if (id == last && following != last) {
            passEnds(g, round, op);
        } else {
            proceed(g, g, round, op);
        }
    }

    /** The last operator of a pass on a GPU has ended: continue on the next GPU, or backwards. */
    private void passEnds(int g, int round, ReplayOp op) {
        int to;
        boolean newest = round == rounds - 1;
        if (backward[round]) {
            to = (g - 1) % gpus.size();
            if (to < 0) {
                proceed(g, to, round, op);
                return;
            }
            stall = stall && !newest;
        } else if (op.recorded().id() == lastForward) {
            backward[round] = true;
            to = g;
            if (!newest) {
                stall = true;
                turned.add(new Parked(g, round));
                releaseAfterTurn(g, round);
                return;
            }
        } else {
            to = (g + 1) % gpus.size();
        }
        Lane here = gpus.get(g).lanes.get(round);
        Lane there = gpus.get(to).lanes.get(round);
        there.fetched = Math.max(here.fetched, here.computed);
        there.computed = there.fetched;
        proceed(g, to, round, op);
    }

    private void releaseAfterTurn(int g, int round) {
        if (lastDone(g, round) == gpus.get(g).last(false)) {
            release(g, round + 1);
        }
    }

    private int lastDone(int g, int round) {
        int computed = gpus.get(g).lanes.get(round).computed;
        if (computed == 0) {
            throw new TrioSimException(
                    Reason.DEADLOCK,
                    "micro-batch " + round + " has not reached GPU " + g
                            + " when it is needed, where the original stops",
                    "Leave compat out.");
        }
        return id(computed - 1);
    }

    /** Continues unless the neighbouring micro-batch still occupies this GPU. */
    private void proceed(int g, int to, int round, ReplayOp op) {
        int neighbour = backward[round] ? round + 1 : round - 1;
        boolean exists = neighbour >= 0 && neighbour < rounds;
        if (exists && lastDone(g, neighbour) < gpus.get(g).last(backward[round])) {
            parked.add(new Parked(g, round));
        } else if (to == g) {
            later(g, round);
        } else {
            leave(g, to, round, op);
        }
    }

    private void leave(int g, int to, int round, ReplayOp op) {
        int follower = backward[round] ? round - 1 : round + 1;
        boolean exists = follower >= 0 && follower < rounds;
        if (exists && lastDone(g, round) == gpus.get(g).last(backward[round])) {
            release(g, follower);
        }
        if (to < 0) {
            return;
        }
        if (!stall) {
            turned.forEach(one -> later(one.gpu, one.round));
            turned.clear();
        }
        boolean inviting = g == 0 && !backward[round] && entered < rounds - 1;
        send(g, to, round, op.outputs(), inviting ? Purpose.NEXT_ROUND : Purpose.HANDOVER);
    }

    private void release(int g, int round) {
        List<Parked> still = new ArrayList<>();
        for (Parked one : parked) {
            if (one.gpu == g && one.round == round) {
                later(g, round);
            } else {
                still.add(one);
            }
        }
        parked = still;
    }
}

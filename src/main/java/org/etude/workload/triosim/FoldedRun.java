package org.etude.workload.triosim;

import java.util.List;

/**
 * A run with one GPU for all that do the same, and all-reduces by formula. Differs from the original where that dead-locks,
 * takes a detour over the remote memory, or lets the optimizer run before its gradients are there.
 */
final class FoldedRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final RingTime ring;
    private final TrioSimObserver observer;
    private final EventQueue queue = new EventQueue();
    private final Recorder recorder;

    FoldedRun(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        this.trace = trace;
        this.settings = settings;
        this.observer = observer;
        this.recorder = new Recorder(observer, queue);
        this.parts = new RunParts(settings);
        this.ring = RingTime.of(parts);
    }

    TrioSimResult run() {
        if (settings.parallelism() == Parallelism.PIPELINE && settings.gpus() > 1) {
            return new CompatRun(trace, settings, observer).run();
        }
        TrioSimResult computed = replay(player());
        if (settings.parallelism() != Parallelism.DATA) {
            return computed;
        }
        return new TrioSimResult(
                computed.totalMs(), parts.result(0, reduced(), 0).totalMs(), computed.ops());
    }

    private Replay player() {
        Carrier remote = settings.interconnect().optical().isPresent()
                ? new OpticalCarrier(queue, (a, b) -> 1)
                : new FlowCarrier(queue, settings.interconnect().remoteGBps(), 0);
        Machine machine = new Machine(1, parts.capacity(), queue, remote, recorder);
        return switch (settings.parallelism()) {
            case TENSOR -> new FoldedTensor(trace, ring, machine);
            case DISTRIBUTED_DATA -> new FoldedBuckets(trace, ring, machine);
            default -> new Replay(trace, machine);
        };
    }

    private TrioSimResult replay(Replay player) {
        player.start();
        double end = queue.run();
        parts.finished(player.done(), trace.ops().size(), player.gpus.stream().map(gpu -> gpu.memory));
        return parts.result(end, end, player.done() * settings.gpus());
    }

    /** All-reduces what each update changes, one after another; gives the time when the last is over. */
    private double reduced() {
        Names names = new Names();
        List<ReplayOp> ops =
                trace.ops().stream().map(op -> new ReplayOp(op, names)).toList();
        Gradients gradients = new Gradients(ops, names);
        double now = queue.now();
        for (ReplayOp op : ops) {
            if (Gradients.updates(op)) {
                long bytes = gradients.of(op).stream().mapToLong(Piece::bytes).sum();
                double end = now + ring.seconds(bytes);
                recorder.reduced(bytes, now, end);
                now = end;
            }
        }
        return now;
    }
}

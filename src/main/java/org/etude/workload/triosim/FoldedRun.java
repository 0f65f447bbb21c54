package org.etude.workload.triosim;

/**
 * A run with one GPU for all that do the same, and all-reduces by formula. Differs from the original where that dead-locks,
 * takes a detour over the remote memory, or lets the optimizer run before its gradients are there.
 */
final class FoldedRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final RingTime ring;
    private final EventQueue queue = new EventQueue();

    FoldedRun(TrioSimTrace trace, TrioSimSettings settings) {
        this.trace = trace;
        this.settings = settings;
        this.parts = new RunParts(settings);
        this.ring = RingTime.of(parts);
    }

    TrioSimResult run() {
        if (settings.parallelism() == Parallelism.PIPELINE && settings.gpus() > 1) {
            return new CompatRun(trace, settings).run();
        }
        TrioSimResult computed = replay(player());
        if (settings.parallelism() != Parallelism.DATA) {
            return computed;
        }
        double reduced = parts.result(0, reductions(), 0).totalMs();
        return new TrioSimResult(computed.totalMs(), computed.totalMs() + reduced, computed.ops());
    }

    private Replay player() {
        Carrier remote = settings.interconnect().optical().isPresent()
                ? new OpticalCarrier(queue, (a, b) -> 1)
                : new FlowCarrier(queue, settings.interconnect().remoteGBps(), 0);
        return switch (settings.parallelism()) {
            case TENSOR -> new FoldedTensor(trace, ring, parts.capacity(), queue, remote);
            case DISTRIBUTED_DATA -> new FoldedBuckets(trace, ring, parts.capacity(), queue, remote);
            default -> new Replay(trace, 1, parts.capacity(), queue, remote);
        };
    }

    private TrioSimResult replay(Replay player) {
        player.start();
        double end = queue.run();
        parts.finished(player.done(), trace.ops().size(), player.gpus.stream().map(gpu -> gpu.memory));
        return parts.result(end, end, player.done() * settings.gpus());
    }

    private double reductions() {
        Replay player = new Replay(trace, 1, parts.capacity(), queue, (from, to, bytes, arrival) -> {});
        Gradients gradients = new Gradients(player.ops, player.names);
        return player.ops.stream()
                .filter(Gradients::updates)
                .mapToLong(
                        op -> gradients.of(op).stream().mapToLong(Piece::bytes).sum())
                .mapToDouble(ring::seconds)
                .sum();
    }
}

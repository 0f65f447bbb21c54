package org.etude.workload.triosim;

import java.util.stream.IntStream;
import org.etude.workload.triosim.TrioSimException.Reason;

/** A run by the original's rules, every GPU and message for itself. */
final class CompatRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final EventQueue queue = new EventQueue();

    CompatRun(TrioSimTrace trace, TrioSimSettings settings) {
        this.trace = trace;
        this.settings = settings;
        this.parts = new RunParts(settings);
    }

    TrioSimResult run() {
        int n = settings.gpus();
        long capacity = parts.capacity();
        Carrier carrier = parts.carrier(queue);
        return switch (settings.parallelism()) {
            case PIPELINE -> pipeline(carrier);
            case TENSOR -> replay(new TensorReplay(trace, n, capacity, queue, carrier));
            case DISTRIBUTED_DATA -> replay(new BucketReplay(trace, n, capacity, queue, carrier));
            case DATA -> reduced(replay(new Replay(trace, n, capacity, queue, carrier)));
            case REPLICAS -> replay(new Replay(trace, n, capacity, queue, carrier));
        };
    }

    private TrioSimResult replay(Replay player) {
        player.start();
        double end = queue.run();
        long expected = (long) trace.ops().size() * settings.gpus();
        parts.finished(player.done(), expected, player.gpus.stream().map(gpu -> gpu.memory));
        return parts.result(end, end, player.done());
    }

    private TrioSimResult reduced(TrioSimResult computed) {
        FinalReduce player = new FinalReduce(trace, settings.gpus(), parts.capacity(), queue, parts.carrier(queue));
        player.start();
        double end = queue.run();
        if (!player.isOver()) {
            throw new TrioSimException(
                    Reason.OUT_OF_MEMORY,
                    "the all-reduce has no room for its chunks in " + parts.capacity() + " bytes",
                    "Give a larger capacity.");
        }
        return new TrioSimResult(computed.totalMs(), parts.result(end, end, 0).totalMs(), computed.ops());
    }

    private TrioSimResult pipeline(Carrier carrier) {
        int n = settings.gpus();
        int rounds = settings.batch().microBatches();
        PipelineReplay player = new PipelineReplay(trace, n, rounds, parts.capacity(), queue, carrier);
        player.start();
        double end = queue.run();
        long expected = (long) trace.ops().size() * rounds;
        parts.finished(player.done(), expected, IntStream.range(0, n).mapToObj(player::memory));
        return parts.result(end, end, player.done());
    }
}

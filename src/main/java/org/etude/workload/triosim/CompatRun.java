package org.etude.workload.triosim;

import java.util.stream.IntStream;
import org.etude.workload.triosim.TrioSimException.Reason;

/** A run by the original's rules, every GPU and message for itself. */
final class CompatRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final EventQueue queue = new EventQueue();
    private final Recorder recorder;

    CompatRun(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        this.trace = trace;
        this.settings = settings;
        this.parts = new RunParts(settings);
        this.recorder = new Recorder(observer, queue);
    }

    TrioSimResult run() {
        return switch (settings.parallelism()) {
            case PIPELINE -> pipeline();
            case TENSOR -> replay(new TensorReplay(trace, machine()));
            case DISTRIBUTED_DATA -> replay(new BucketReplay(trace, machine()));
            case DATA -> reduced(new Replay(trace, machine()));
            case REPLICAS -> replay(new Replay(trace, machine()));
        };
    }

    private Machine machine() {
        return new Machine(settings.gpus(), parts.capacity(), queue, parts.carrier(queue), recorder);
    }

    private TrioSimResult replay(Replay player) {
        player.start();
        double end = queue.run();
        finished(player);
        return parts.result(end, end, player.done());
    }

    private void finished(Replay player) {
        long expected = (long) trace.ops().size() * settings.gpus();
        parts.finished(player.done(), expected, player.gpus.stream().map(gpu -> gpu.memory));
    }

    /** The original reduces even where the replay did not get to its end, and so its timeline goes on. */
    private TrioSimResult reduced(Replay computing) {
        computing.start();
        double computed = queue.run();
        FinalReduce player = new FinalReduce(trace, machine());
        player.start();
        double end = queue.run();
        finished(computing);
        if (!player.isOver()) {
            throw new TrioSimException(
                    Reason.OUT_OF_MEMORY,
                    "the all-reduce has no room for its chunks in " + parts.capacity() + " bytes",
                    "Give a larger capacity.");
        }
        return parts.result(computed, end, computing.done());
    }

    private TrioSimResult pipeline() {
        int n = settings.gpus();
        int rounds = settings.batch().microBatches();
        PipelineReplay player = new PipelineReplay(trace, rounds, machine());
        player.start();
        double end = queue.run();
        long expected = (long) trace.ops().size() * rounds;
        parts.finished(player.done(), expected, IntStream.range(0, n).mapToObj(player::memory));
        return parts.result(end, end, player.done());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.replay;

import java.util.stream.IntStream;
import org.etude.compat.triosim.engine.RunParts;
import org.etude.compat.triosim.engine.TimelineRecorder;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.engine.TrioSimQueue;
import org.etude.compat.triosim.engine.TrioSimReplay;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.compat.triosim.trace.TrioSimObserver;
import org.etude.compat.triosim.trace.TrioSimTrace;

/** A run under the original's rules, with every GPU and message. */
public final class CompatRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final TrioSimQueue queue = new TrioSimQueue();
    private final TimelineRecorder recorder;

    /** Creates a replay under the original's rules. */
    public CompatRun(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        this.trace = trace;
        this.settings = settings;
        this.parts = new RunParts(settings);
        this.recorder = new TimelineRecorder(observer, queue);
    }

    /** Replays the step under the parallelism of the settings. */
    public TrioSimResult run() {
        return switch (settings.parallelism()) {
            case PIPELINE -> pipeline();
            case TENSOR -> replay(new TensorReplay(trace, machine()));
            case DISTRIBUTED_DATA -> replay(new BucketReplay(trace, machine()));
            case DATA -> reduced(new TrioSimReplay(trace, machine()));
            case REPLICAS -> replay(new TrioSimReplay(trace, machine()));
        };
    }

    private TrioSimMachine machine() {
        return new TrioSimMachine(settings.gpus(), parts.capacity(), queue, parts.carrier(queue), recorder);
    }

    private TrioSimResult replay(TrioSimReplay player) {
        player.start();
        double end = queue.run();
        finished(player);
        return parts.result(end, end, player.done());
    }

    private void finished(TrioSimReplay player) {
        long expected = (long) trace.ops().size() * settings.gpus();
        parts.finished(player.done(), expected, player.gpus.stream().map(gpu -> gpu.memory));
    }

    /** The original reduces even if the replay did not reach its end, so its timeline continues. */
    private TrioSimResult reduced(TrioSimReplay computing) {
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

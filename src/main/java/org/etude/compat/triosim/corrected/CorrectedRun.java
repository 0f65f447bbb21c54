// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import org.etude.compat.triosim.corrected.CorrectedBuckets.Limits;
import org.etude.compat.triosim.engine.AllReduce;
import org.etude.compat.triosim.engine.RunParts;
import org.etude.compat.triosim.engine.TimelineRecorder;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimQueue;
import org.etude.compat.triosim.engine.TrioSimReplay;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimObserver;
import org.etude.compat.triosim.trace.TrioSimTrace;

/**
 * A run under the corrected rules. In reduced mode one GPU represents all that do the same, and all-reduces follow a
 * formula. Where memory is tight, one GPU may evict and fetch in another order than all of them together, so such a run
 * is repeated with every GPU.
 */
public final class CorrectedRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final CorrectedLinks links;
    private final TrioSimQueue queue = new TrioSimQueue();
    private final TimelineRecorder recorder;
    private boolean tight;

    /** Replays a step with the original's defects fixed, under the parallelism of the settings. */
    public static TrioSimResult of(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        if (settings.mode() != TrioSimSettings.Mode.REDUCED || settings.parallelism() == TrioSimParallelism.PIPELINE) {
            return new CorrectedRun(trace, settings, observer).run();
        }
        HeldTimeline held = new HeldTimeline(observer);
        CorrectedRun reduced = new CorrectedRun(trace, settings, held);
        try {
            TrioSimResult result = reduced.run();
            if (!reduced.tight) {
                held.release();
                return result;
            }
        } catch (TrioSimException e) {
            if (!reduced.tight) {
                throw e;
            }
        }
        return new CorrectedRun(trace, settings.rules(TrioSimSettings.Mode.PLAIN), observer).run();
    }

    private CorrectedRun(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        this.trace = trace;
        this.settings = settings;
        this.parts = new RunParts(settings);
        this.links = CorrectedLinks.of(parts);
        this.recorder = new TimelineRecorder(observer, queue);
    }

    private TrioSimResult run() {
        boolean reduces = settings.mode() == TrioSimSettings.Mode.REDUCED;
        if (settings.parallelism() == TrioSimParallelism.PIPELINE) {
            return pipeline();
        }
        TrioSimMachine machine = machine(reduces ? 1 : settings.gpus());
        AllReduce reduction =
                reduces ? new FormulaReduce(links.ring(settings.gpus()), machine) : new MessageReduce(machine);
        return switch (settings.parallelism()) {
            case TENSOR -> replay(new CorrectedTensor(trace, machine, reduction, settings.gpus()));
            case DISTRIBUTED_DATA -> replay(new CorrectedBuckets(trace, machine, reduction, Limits.DDP));
            case DATA -> data(new CorrectedBuckets(trace, machine, reduction, Limits.NONE));
            default -> replay(new CorrectedReplay(trace, machine));
        };
    }

    private TrioSimMachine machine(int gpus) {
        return new TrioSimMachine(gpus, parts.capacity(), queue, links.carrier(queue), recorder);
    }

    private double end(TrioSimReplay player) {
        double end;
        try {
            player.start();
            end = queue.run();
        } finally {
            tight = player.gpus.stream().anyMatch(gpu -> gpu.memory.wasTight());
        }
        long expected = (long) trace.ops().size() * player.gpus.size();
        parts.finished(player.done(), expected, player.gpus.stream().map(gpu -> gpu.memory));
        return end;
    }

    private TrioSimResult replay(TrioSimReplay player) {
        double end = end(player);
        return result(end, end, expected());
    }

    private TrioSimResult data(CorrectedBuckets player) {
        double end = end(player);
        return result(end - player.reducedSeconds(), end, expected());
    }

    private long expected() {
        return (long) trace.ops().size() * settings.gpus();
    }

    private TrioSimResult result(double computed, double end, long ops) {
        TrioSimResult times = parts.result(computed, end, ops);
        return new TrioSimResult(times.computeMs(), times.totalMs(), times.ops(), Corrections.of(trace, settings));
    }

    private TrioSimResult pipeline() {
        CorrectedPipeline player =
                new CorrectedPipeline(trace, settings.batch().microBatches(), machine(settings.gpus()));
        player.start();
        double end = queue.run();
        return result(end, end, player.done());
    }
}

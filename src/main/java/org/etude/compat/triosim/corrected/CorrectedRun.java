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
import org.etude.compat.triosim.trace.TrioSimObserver;
import org.etude.compat.triosim.trace.TrioSimTrace;

/** A run by the corrected rules; reduced, one GPU represents all that do the same, and all-reduces pass by formula. */
public final class CorrectedRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final CorrectedLinks links;
    private final TrioSimQueue queue = new TrioSimQueue();
    private final TimelineRecorder recorder;

    /** A replay with the original's defects fixed, not yet begun. */
    public CorrectedRun(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        this.trace = trace;
        this.settings = settings;
        this.parts = new RunParts(settings);
        this.links = CorrectedLinks.of(parts);
        this.recorder = new TimelineRecorder(observer, queue);
    }

    /** Replays the step under the parallelism of the settings. */
    public TrioSimResult run() {
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
        player.start();
        double end = queue.run();
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

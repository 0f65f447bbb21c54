package org.etude.workload.triosim;

import org.etude.workload.triosim.CorrectedBuckets.Limits;

/** A run by the corrected rules; folded, one GPU stands for all that do the same, and all-reduces pass by formula. */
final class CorrectedRun {
    private final TrioSimTrace trace;
    private final TrioSimSettings settings;
    private final RunParts parts;
    private final Links links;
    private final EventQueue queue = new EventQueue();
    private final Recorder recorder;

    CorrectedRun(TrioSimTrace trace, TrioSimSettings settings, TrioSimObserver observer) {
        this.trace = trace;
        this.settings = settings;
        this.parts = new RunParts(settings);
        this.links = Links.of(parts);
        this.recorder = new Recorder(observer, queue);
    }

    TrioSimResult run() {
        boolean folds = settings.mode() == TrioSimSettings.Mode.FOLDED;
        if (settings.parallelism() == Parallelism.PIPELINE) {
            return pipeline();
        }
        Machine machine = machine(folds ? 1 : settings.gpus());
        AllReduce reduction =
                folds ? new FormulaReduce(links.ring(settings.gpus()), machine) : new MessageReduce(machine);
        return switch (settings.parallelism()) {
            case TENSOR -> replay(new CorrectedTensor(trace, machine, reduction, settings.gpus()));
            case DISTRIBUTED_DATA -> replay(new CorrectedBuckets(trace, machine, reduction, Limits.DDP));
            case DATA -> data(new CorrectedBuckets(trace, machine, reduction, Limits.NONE));
            default -> replay(new CorrectedReplay(trace, machine));
        };
    }

    private Machine machine(int gpus) {
        return new Machine(gpus, parts.capacity(), queue, links.carrier(queue), recorder);
    }

    private double end(Replay player) {
        player.start();
        double end = queue.run();
        long expected = (long) trace.ops().size() * player.gpus.size();
        parts.finished(player.done(), expected, player.gpus.stream().map(gpu -> gpu.memory));
        return end;
    }

    private TrioSimResult replay(Replay player) {
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

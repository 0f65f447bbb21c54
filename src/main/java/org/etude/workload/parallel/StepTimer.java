// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Computes the time of a step without writing or simulating it: passes of each kind are timed once by {@link TimedOps},
 * then the schedule's passes are placed in sequence, each after the message it needs. The last backward pass of each
 * chunk, whose gradients are sent, the exchange and the update are timed op by op. The step takes no less than the launches of a host that
 * runs ahead. Equal to a simulation with one
 * stream per group on a network with the same times, except that messages between stages do not share their link with
 * other traffic.
 *
 * <p>Cost: one walk over the ops of each kind of pass, and two additions per micro batch, chunk and stage.
 */
public final class StepTimer {
    /** Time of a pass, and of collectives that continue after it, in ns. */
    private record PassTime(double time, double computed, double exposed, double tail, double communicated) {}

    private final StepPlan plan;
    private final StepModel model;
    private final CollectiveTimes times;
    private final double slowdown;
    private final Pipeline pipeline;
    private final ProcessGroups groups;
    private static final double PS_PER_NS = 1_000;
    private static final int KINDS_OF_PASSES = Pass.values().length;

    private final Map<Long, PassTime> passes = new HashMap<>();
    /** By stage and chunk, equal numbers for passes of the same work. */
    private final int[][] kinds;

    private final long kindCount;
    private final StageClock[] stages;
    private final double[][] arrivals;

    private StepTimer(StepPlan plan, StepModel model, CollectiveTimes times, double slowdown) {
        this.plan = plan;
        this.model = model;
        this.times = times;
        this.slowdown = slowdown;
        pipeline = plan.pipeline();
        groups = plan.groups();
        stages = new StageClock[pipeline.stages()];
        kinds = new int[pipeline.stages()][pipeline.chunks()];
        kindCount = number(kinds);
        arrivals = new double[2 * pipeline.parts()][pipeline.microBatches()];
        for (double[] row : arrivals) {
            Arrays.fill(row, Double.NaN);
        }
    }

    /**
     * The time of a step.
     *
     * @param times what communication takes
     * @param slowdown relative slowdown of a kernel while a collective runs
     */
    public static StepTimes of(StepPlan plan, StepModel model, CollectiveTimes times, double slowdown) {
        return new StepTimer(plan, model, times, slowdown).run();
    }

    /** Numbers the kinds of passes; returns how many there are. */
    private int number(int[][] of) {
        Map<Object, Integer> numbers = new HashMap<>();
        for (int stage = 0; stage < of.length; stage++) {
            for (int chunk = 0; chunk < of[stage].length; chunk++) {
                int part = pipeline.part(stage, chunk);
                Object kind = model.kind(new Place(stage, chunk, part, pipeline.parts(), 0));
                of[stage][chunk] = numbers.computeIfAbsent(kind, unknown -> numbers.size());
            }
        }
        return numbers.size();
    }

    /**
     * The time of a single pass without slowdown, a lower bound for its time in any step.
     *
     * @param plan the plan of the step
     * @param times what communication takes
     * @param pass writes its ops
     */
    public static PassFloor floor(StepPlan plan, CollectiveTimes times, Consumer<OpWriter> pass) {
        TimedOps ops = new TimedOps(times, plan.groups(), 0);
        ops.turn(0, UnaryOperator.identity(), null);
        pass.accept(ops);
        return new PassFloor(ops.now(), ops.computed(), ops.awaited());
    }

    /** The progress of a stage through its passes. */
    private static final class StageClock {
        final int stage;
        final List<Turn> turns;
        final Map<Integer, Integer> lastTurns = new HashMap<>();
        final TimedOps ops;
        final GradientBuckets buckets;
        int next;
        double now;
        double computed;
        double exposed;
        double waited;
        double communicating;

        StageClock(int stage, List<Turn> turns, TimedOps ops, GradientBuckets buckets) {
            this.stage = stage;
            this.turns = turns;
            this.ops = ops;
            this.buckets = buckets;
            for (int i = 0; i < turns.size(); i++) {
                if (turns.get(i).ends()) {
                    lastTurns.put(turns.get(i).chunk(), i);
                }
            }
        }

        boolean isLast(Turn turn) {
            return turn.ends() && lastTurns.get(turn.chunk()) == next;
        }
    }

    private StepTimes run() {
        for (int s = 0; s < stages.length; s++) {
            TimedOps ops = new TimedOps(times, groups, slowdown);
            stages[s] = new StageClock(s, pipeline.turns(s), ops, new GradientBuckets(plan.gradients()));
        }
        boolean moved = true;
        while (moved) {
            moved = false;
            for (StageClock stage : stages) {
                moved |= advance(stage);
            }
        }
        double end = 0;
        for (StageClock stage : stages) {
            finish(stage);
            end = Math.max(end, stage.now);
        }
        return sum(end);
    }

    /**
     * The parts of the step. A host that runs ahead waits for no GPU, so that steps follow each other no faster than its launches, and no
     * slower than that or than their kernels: the largest mean of a cycle of dependencies (Baccelli et al.,
     * Synchronization and Linearity, 1992).
     */
    private StepTimes sum(double end) {
        double step = end;
        for (StageClock stage : stages) {
            step = Math.max(step, launching(stage));
        }
        List<StageTimes> all = new ArrayList<>();
        for (StageClock stage : stages) {
            double launched = Math.max(0, launching(stage) - end);
            double waited = stage.waited + step - launched - stage.now;
            all.add(new StageTimes(stage.stage, stage.computed + launched, stage.exposed, waited));
        }
        return new StepTimes(step, all);
    }

    private double launching(StageClock stage) {
        return model.launching(stage.stage).picoseconds() / PS_PER_NS;
    }

    private boolean advance(StageClock stage) {
        int before = stage.next;
        while (stage.next < stage.turns.size()) {
            Turn turn = stage.turns.get(stage.next);
            List<At> passes = turn.merged()
                    ? List.of(at(stage, turn), at(stage, stage.turns.get(stage.next + 1)))
                    : List.of(at(stage, turn));
            double ready = 0;
            for (At pass : passes) {
                // NaN while not sent.
                ready = Math.max(ready, ready(pass.place, pass.turn));
            }
            if (Double.isNaN(ready)) {
                break;
            }
            stage.waited += Math.max(0, ready - stage.now);
            stage.now = Math.max(stage.now, ready);
            stage.next += passes.size() - 1;
            pass(stage, passes);
            passes.forEach(pass -> send(stage, pass.place, pass.turn));
            stage.next++;
        }
        return stage.next > before;
    }

    /** A pass and its position. */
    private record At(Place place, Turn turn) {}

    private At at(StageClock stage, Turn turn) {
        return new At(place(stage.stage, turn), turn);
    }

    private Place place(int stage, Turn turn) {
        int part = pipeline.part(stage, turn.chunk());
        return new Place(stage, turn.chunk(), part, pipeline.parts(), turn.microBatch());
    }

    /** When the input of a pass arrives; NaN while not sent. */
    private double ready(Place place, Turn turn) {
        boolean own = turn.forward() ? place.first() : place.last();
        return own || !turn.crosses() ? 0 : arrivals[row(turn.forward(), place.part())][turn.microBatch()];
    }

    private int row(boolean forward, int part) {
        return forward ? part : pipeline.parts() + part;
    }

    private void send(StageClock stage, Place place, Turn turn) {
        boolean ends = turn.forward() ? place.last() : place.first();
        if (ends || !turn.crosses()) {
            return;
        }
        int target = turn.forward() ? place.part() + 1 : place.part() - 1;
        int peer = turn.forward()
                ? pipeline.next(stage.stage, turn.chunk())
                : pipeline.previous(stage.stage, turn.chunk());
        double bytes = model.boundary(Math.min(place.part(), target)).value();
        double time = peer == stage.stage ? 0 : times.message(Math.max(1, bytes), stage.stage, peer);
        arrivals[row(turn.forward(), target)][turn.microBatch()] = stage.now + time;
        if (times.blockingMessages()) {
            stage.now += time;
            stage.exposed += time;
        }
    }

    private void pass(StageClock stage, List<At> all) {
        if (stage.isLast(all.get(all.size() - 1).turn)) {
            live(stage, all);
            return;
        }
        long key = 0;
        for (At one : all) {
            int kind = kinds[one.place.stage()][one.place.chunk()];
            key = key * KINDS_OF_PASSES * (kindCount + 1) + one.turn.pass().ordinal() * (kindCount + 1) + kind + 1;
        }
        PassTime pass = passes.computeIfAbsent(key, unknown -> probe(all));
        stage.now += pass.time;
        stage.computed += pass.computed;
        stage.exposed += pass.exposed;
        if (pass.communicated > 0) {
            stage.communicating = Math.max(stage.now + pass.tail, stage.communicating + pass.communicated);
        }
    }

    /** Times a pass, or two interleaved ones; gradients of the last one are sent. */
    private void work(List<At> all, GradientBuckets buckets, TimedOps ops) {
        At last = all.get(all.size() - 1);
        if (all.size() == 1) {
            ops.turn(last.turn.microBatch(), UnaryOperator.identity(), buckets);
            work(last, ops);
        } else {
            List<OpScript.Lane> lanes = List.of(lane(all.get(0), null), lane(last, buckets));
            OpScript.merge(lanes.get(0), lanes.get(1), ops);
            lanes.forEach(lane -> lane.fence(ops));
            ops.arrive();
        }
    }

    private OpScript.Lane lane(At pass, GradientBuckets buckets) {
        OpScript script = new OpScript(groups, OpWriter.NO_RANK);
        work(pass, script);
        return new OpScript.Lane(script, pass.turn.microBatch(), UnaryOperator.identity(), buckets);
    }

    private void work(At pass, OpWriter ops) {
        switch (pass.turn.pass()) {
            case FORWARD -> model.forward(pass.place, ops);
            case BACKWARD -> model.backward(pass.place, ops);
            case INPUTS -> model.backwardInputs(pass.place, ops);
            default -> model.backwardWeights(pass.place, ops);
        }
    }

    private PassTime probe(List<At> all) {
        TimedOps ops = new TimedOps(times, groups, slowdown);
        boolean every = all.get(all.size() - 1).turn.ends() && plan.gradients().everyMicroBatch();
        GradientBuckets buckets = every ? new GradientBuckets(plan.gradients()) : null;
        work(all, buckets, ops);
        if (buckets != null) {
            buckets.flush(ops);
        }
        return new PassTime(ops.now(), ops.computed(), ops.exposed(), ops.tail(), every ? ops.communicated() : 0);
    }

    /** Times the last backward pass of a chunk, whose gradients are final sums and are sent. */
    private void live(StageClock stage, List<At> all) {
        TimedOps ops = stage.ops;
        ops.until(stage.now);
        double computed = ops.computed();
        double exposed = ops.exposed();
        stage.buckets.begin(true);
        work(all, stage.buckets, ops);
        stage.buckets.flush(ops);
        stage.now = ops.now();
        stage.computed += ops.computed() - computed;
        stage.exposed += ops.exposed() - exposed;
    }

    private void finish(StageClock stage) {
        TimedOps ops = stage.ops;
        double before = stage.now;
        double computed = ops.computed();
        ops.turn(-1, name -> name, null);
        ops.until(stage.communicating);
        stage.buckets.join(ops);
        model.update(stage.stage, ops);
        stage.buckets.gather(ops);
        stage.now = ops.now() + ops.tail();
        double kernels = ops.computed() - computed;
        stage.computed += kernels;
        stage.exposed += stage.now - before - kernels;
    }
}

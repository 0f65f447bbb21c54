// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.compat.simai.model.Step;

/** A rank executing the steps. */
final class SimAiRank {
    private static final int PASSES = 3;
    /** The time between steps. */
    private static final long STEP_NANOS = 1;

    private final FlowSimulation simulation;
    private final int rank;
    private final List<Step> steps;
    private final Map<CollectiveRun, Integer> running = new HashMap<>();
    private final Map<Integer, Long> began = new HashMap<>();
    private final Map<Integer, Long> took = new HashMap<>();
    private int next;
    private boolean computed;
    /** Whether all steps are done. */
    private boolean through;

    private CollectiveRun awaited;
    private long finish = -1;

    SimAiRank(FlowSimulation simulation, int rank, List<Step> steps) {
        this.simulation = simulation;
        this.rank = rank;
        this.steps = steps;
    }

    /** Continues until it computes or waits. */
    void go() {
        if (next == steps.size()) {
            through = true;
            finishIfDone();
            return;
        }
        Step step = steps.get(next);
        if (!computed) {
            computed = true;
            if (step.computeNanos() > 0) {
                simulation.events().after(rank, step.computeNanos(), this::go);
                return;
            }
        }
        communicate(step);
        if (awaited == null) {
            proceed();
        }
    }

    private void communicate(Step step) {
        Optional<CollectiveRun> run = step.comm().flatMap(comm -> simulation.collective(rank, next, comm));
        if (run.isPresent()) {
            began.put(next, simulation.queue().now());
            running.put(run.get(), next);
            awaited = step.waits() ? run.get() : null;
            run.get().enter(rank);
        }
    }

    private void proceed() {
        next++;
        computed = false;
        simulation.events().after(rank, STEP_NANOS, this::go);
    }

    /** A collective is done for this rank; its result is available a little later. */
    void finished(CollectiveRun run) {
        Integer step = running.get(run);
        if (step != null) {
            simulation.events().after(rank, steps.get(step).updateNanos(), () -> updated(run, step));
        }
    }

    private void updated(CollectiveRun run, int step) {
        running.remove(run);
        took.put(step, simulation.queue().now() - began.get(step));
        if (awaited == run) {
            awaited = null;
            proceed();
        } else {
            finishIfDone();
        }
    }

    private void finishIfDone() {
        if (through && running.isEmpty() && finish < 0) {
            finish = simulation.queue().now();
        }
    }

    boolean finished() {
        return finish >= 0;
    }

    long finish() {
        return finish;
    }

    /** The current row. */
    String where() {
        return simulation.name(steps.get(Math.min(next, steps.size() - 1)).row());
    }

    /** The communication time of a row in a pass in ns, 0 if there was none. */
    long nanos(int row, int pass) {
        int last = steps.size() / PASSES;
        int step = pass == 0 ? row : last + 2 * (last - 1 - row) + pass - 1;
        return took.getOrDefault(step, 0L);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.etude.compat.triosim.corrected.PipelineTask.Pass;
import org.etude.compat.triosim.corrected.PipelineTask.Step;
import org.etude.compat.triosim.engine.Carrier;
import org.etude.compat.triosim.engine.PipelineStages;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.trace.MessageKind;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.compat.triosim.trace.TrioSimTrace;

/**
 * Pipeline parallelism as scheduled by GPipe (Huang et al., NeurIPS 2019): every GPU runs all micro-batches forward,
 * then all backward in reverse order, each when its input has arrived, and updates its parameters once. Each GPU keeps
 * its order, so there is no deadlock. A GPU's messages to another GPU are sequential.
 */
final class CorrectedPipeline {
    /** A GPU and its position in its plan. */
    private static final class Worker {
        final List<PipelineTask> tasks;
        final List<Step> steps;
        final BitSet arrived = new BitSet();
        final List<Deque<Runnable>> outgoing = List.of(new ArrayDeque<>(), new ArrayDeque<>());
        int task;
        int step;
        int started;
        int fetched;
        boolean busy;

        Worker(List<PipelineTask> tasks) {
            this.tasks = tasks;
            this.steps = tasks.stream().flatMap(task -> task.steps().stream()).toList();
        }
    }

    private final TrioSimMachine machine;
    private final List<Worker> workers = new ArrayList<>();
    private long done;

    CorrectedPipeline(TrioSimTrace trace, int microBatches, TrioSimMachine machine) {
        this.machine = machine;
        PipelineStages stages = PipelineStages.of(trace.ops(), machine.gpus());
        for (int g = 0; g < machine.gpus(); g++) {
            PipelinePlan plan = new PipelinePlan(trace, stages, g, microBatches);
            if (plan.held() > machine.capacity()) {
                throw new TrioSimException(
                        Reason.OUT_OF_MEMORY,
                        "stage " + g + ": a GPU would have to hold " + plan.held() + " bytes and has "
                                + machine.capacity(),
                        "Give a larger capacity, or more GPUs.");
            }
            workers.add(new Worker(plan.tasks()));
        }
    }

    /** Schedules the start. */
    void start() {
        for (int g = 0; g < workers.size(); g++) {
            fetch(g);
            advance(g);
        }
    }

    /** The number of operators run on all GPUs. */
    long done() {
        return done;
    }

    private void fetch(int g) {
        Worker worker = workers.get(g);
        while (worker.fetched < worker.steps.size()) {
            long bytes = worker.steps.get(worker.fetched).fetched();
            if (bytes > 0) {
                send(MessageKind.FETCH, Carrier.REMOTE, g, 0, bytes, () -> {
                    worker.fetched++;
                    fetch(g);
                    advance(g);
                });
                return;
            }
            worker.fetched++;
        }
    }

    private void advance(int g) {
        Worker worker = workers.get(g);
        while (!worker.busy && worker.task < worker.tasks.size()) {
            PipelineTask task = worker.tasks.get(worker.task);
            if (!ready(g, task)) {
                return;
            }
            if (worker.step == task.steps().size()) {
                worker.task++;
                worker.step = 0;
                handOver(g, task);
            } else if (worker.started < worker.fetched) {
                run(g, task);
            } else {
                return;
            }
        }
    }

    private boolean ready(int g, PipelineTask task) {
        boolean first = task.pass() == Pass.FORWARD ? g == 0 : g == workers.size() - 1;
        return first || task.pass() == Pass.UPDATE || workers.get(g).arrived.get(workers.get(g).task);
    }

    private void run(int g, PipelineTask task) {
        Worker worker = workers.get(g);
        Step step = task.steps().get(worker.step);
        double start = machine.queue().now();
        worker.busy = true;
        worker.started++;
        machine.queue().at(start + step.seconds(), () -> {
            machine.recorder().ran(g, task.microBatch(), step.place(), step.recorded(), start);
            worker.busy = false;
            worker.step++;
            done++;
            advance(g);
        });
    }

    private void handOver(int g, PipelineTask task) {
        int to = task.pass() == Pass.FORWARD ? g + 1 : g - 1;
        if (task.pass() == Pass.UPDATE || to < 0 || to == workers.size()) {
            return;
        }
        Worker worker = workers.get(g);
        Worker next = workers.get(to);
        // GPUs have the same passes in the same order
        int follower = worker.task - 1;
        Deque<Runnable> line = worker.outgoing.get(task.pass().ordinal());
        line.add(() -> send(MessageKind.HANDOVER, g, to, task.microBatch(), task.handover(), () -> {
            line.remove();
            if (!line.isEmpty()) {
                line.element().run();
            }
            next.arrived.set(follower);
            advance(to);
        }));
        if (line.size() == 1) {
            line.element().run();
        }
    }

    private void send(MessageKind kind, int from, int to, int microBatch, long bytes, Runnable arrival) {
        Runnable recorded = machine.recorder().send(kind, from, to, microBatch, bytes);
        machine.carrier().send(from, to, bytes, () -> {
            recorded.run();
            arrival.run();
        });
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.compat.triosim.corrected.PipelineTask.Pass;
import org.etude.compat.triosim.corrected.PipelineTask.Step;
import org.etude.compat.triosim.engine.PipelineStages;
import org.etude.compat.triosim.trace.TraceOp;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TraceTensor;
import org.etude.compat.triosim.trace.TrioSimTrace;

/**
 * The work of one GPU of a pipeline, and what it must fetch for it: parameters once; per micro-batch, whatever it
 * neither produced nor received; gradients never. Tensors independent of the batch are whole, others a micro-batch's
 * part.
 */
final class PipelinePlan {
    private final TrioSimTrace trace;
    private final PipelineStages stages;
    private final int gpu;
    private final int microBatches;
    private final Set<String> constant;
    private final Set<String> there = new HashSet<>();
    private final List<PipelineTask> tasks = new ArrayList<>();
    private long held;

    PipelinePlan(TrioSimTrace trace, PipelineStages stages, int gpu, int microBatches) {
        this.trace = trace;
        this.stages = stages;
        this.gpu = gpu;
        this.microBatches = microBatches;
        this.constant = trace.constant();
        List<Integer> forward = stages.forward().get(gpu);
        List<Integer> backward = backward(gpu);
        for (int m = 0; m < microBatches; m++) {
            handed(gpu == 0 ? List.of() : stages.forward().get(gpu - 1), m);
            add(Pass.FORWARD, m, forward);
        }
        for (int m = microBatches - 1; m >= 0; m--) {
            handed(gpu == stages.forward().size() - 1 ? List.of() : backward(gpu + 1), m);
            add(Pass.BACKWARD, m, backward);
        }
        List<Integer> update = new ArrayList<>(stages.backward().get(gpu));
        update.removeAll(backward);
        add(Pass.UPDATE, 0, update);
    }

    /** Its tasks, in order. */
    List<PipelineTask> tasks() {
        return tasks;
    }

    /** The total bytes that it fetches, produces or receives. */
    long held() {
        return held;
    }

    private List<Integer> backward(int g) {
        return stages.backward().get(g).stream()
                .filter(place -> trace.ops().get(place).stage() == Stage.BACKWARD)
                .toList();
    }

    private void add(Pass pass, int m, List<Integer> places) {
        List<Step> steps = new ArrayList<>();
        for (int place : places) {
            TraceOp op = trace.ops().get(place);
            long fetched = 0;
            for (TraceTensor input : op.inputs()) {
                fetched += !input.gradient() && place(input, m) ? bytes(input) : 0;
            }
            op.outputs().forEach(output -> place(output, m));
            double parts = pass == Pass.UPDATE ? 1 : microBatches;
            steps.add(new Step(place, op, op.seconds() / parts, fetched));
        }
        tasks.add(new PipelineTask(pass, m, steps, handover(places)));
    }

    private List<TraceTensor> made(List<Integer> places) {
        return places.isEmpty()
                ? List.of()
                : trace.ops().get(places.get(places.size() - 1)).outputs();
    }

    private long handover(List<Integer> places) {
        return made(places).stream().mapToLong(this::bytes).sum();
    }

    private void handed(List<Integer> places, int m) {
        made(places).forEach(tensor -> place(tensor, m));
    }

    /** Reserves space; returns false if it is already reserved. */
    private boolean place(TraceTensor tensor, int m) {
        boolean fresh = there.add(constant.contains(tensor.id()) ? tensor.id() : tensor.id() + " " + m);
        held += fresh ? bytes(tensor) : 0;
        return fresh;
    }

    private long bytes(TraceTensor tensor) {
        return constant.contains(tensor.id()) ? tensor.bytes() : tensor.bytes() / microBatches;
    }
}

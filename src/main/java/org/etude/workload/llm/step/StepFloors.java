// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.etude.spec.LlmOption;
import org.etude.spec.PipelineSchedule;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.parallel.CollectiveTimes;
import org.etude.workload.parallel.OpWriter;
import org.etude.workload.parallel.Pass;
import org.etude.workload.parallel.PassFloor;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.StepTimer;

/**
 * Lower bounds of step times, computed without the schedule: a stage runs its passes in sequence, the first after the
 * preceding parts, which go back after its last one, and a host that runs ahead makes all launches. Passes are sums of single layers, computed once for all steps with
 * the same kinds of layers, because a layer's time does not depend on stages, schedule, copies or buckets. Never above
 * {@link LlmStep#times} with the same network. Cost: a few microseconds per layer and stage once the layers are known.
 */
public final class StepFloors {
    /** Options that do not affect the time of a single layer. */
    private static final List<LlmOption> ELSEWHERE = List.of(
            LlmOption.PIPELINE_PARALLEL,
            LlmOption.VIRTUAL_STAGES,
            LlmOption.SCHEDULE,
            LlmOption.RECOMPUTE_METHOD,
            LlmOption.RECOMPUTE_LAYERS,
            LlmOption.INSTANCES,
            LlmOption.SHARDING,
            LlmOption.EP_OVERLAP);

    private final Map<Map<LlmOption, String>, Map<String, PassFloor>> known = new HashMap<>();

    /** The lower bound of a step on a network, in ns. */
    public double of(LlmStep step, CollectiveTimes network) {
        Map<LlmOption, String> key = new EnumMap<>(step.local().values());
        ELSEWHERE.forEach(key::remove);
        Layers layers = new Layers(step, network, known.computeIfAbsent(key, unknown -> new HashMap<>()));
        Pipeline pipeline = step.plan().pipeline();
        boolean hidden = pipeline.merges() || pipeline.schedule().isDual();
        boolean split = pipeline.schedule().splitsBackward();
        PassFloor[] forward = new PassFloor[pipeline.parts()];
        PassFloor[] backward = new PassFloor[pipeline.parts()];
        double most = 0;
        for (int stage = 0; stage < pipeline.stages(); stage++) {
            most = Math.max(most, step.launching(stage).toNanos());
        }
        for (int part = 0; part < forward.length; part++) {
            forward[part] = layers.pass(part, Pass.FORWARD);
            backward[part] = split
                    ? layers.pass(part, Pass.INPUTS).plus(layers.pass(part, Pass.WEIGHTS))
                    : layers.pass(part, Pass.BACKWARD);
        }
        return Math.max(most, slowest(pipeline, forward, backward, hidden));
    }

    private static double slowest(Pipeline pipeline, PassFloor[] forward, PassFloor[] backward, boolean hidden) {
        PipelineSchedule schedule = pipeline.schedule();
        int passes = pipeline.microBatches() / (schedule.isBidirectional() ? 2 : 1);
        double most = 0;
        double before = 0;
        for (int stage = 0; stage < pipeline.stages(); stage++) {
            PassFloor work = PassFloor.NONE;
            for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
                int part = pipeline.part(stage, chunk);
                work = work.plus(forward[part]).plus(backward[part]);
            }
            most = Math.max(most, passes * work.least(hidden) + (schedule.isDual() ? 0 : before));
            // With deferred weight gradients, a stage may end with these.
            before += forward[stage].least(hidden) + (schedule.splitsBackward() ? 0 : backward[stage].least(hidden));
        }
        return most;
    }

    /** Passes of single layers and tables of a step, by kind. */
    private record Layers(LlmStep step, CollectiveTimes network, Map<String, PassFloor> passes) {
        PassFloor pass(int part, Pass kind) {
            StageLayers split = step.split();
            PassFloor sum = PassFloor.NONE;
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                int alike = LlmModel.alike(step.local(), layer);
                sum = sum.plus(floor("layer " + alike + kind, out -> step.layerAlone(alike, kind, out)));
                if (step.isAgain(part, layer) && kind == Pass.BACKWARD) {
                    boolean ends = step.endsRun(part, layer);
                    sum = sum.plus(
                            floor("layer " + alike + " again " + ends, out -> step.layerAgain(alike, ends, out)));
                }
            }
            sum = part == 0 ? sum.plus(end(false, kind)) : sum;
            return part == split.parts() - 1 ? sum.plus(end(true, kind)) : sum;
        }

        private PassFloor end(boolean output, Pass kind) {
            boolean together = step.plan().pipeline().endsTogether();
            boolean again = output && step.predictsAgain();
            return floor("end " + output + together + again + kind, out -> step.endAlone(output, kind, out));
        }

        private PassFloor floor(String what, Consumer<OpWriter> ops) {
            return passes.computeIfAbsent(what, unknown -> StepTimer.floor(step.plan(), network, ops));
        }
    }
}

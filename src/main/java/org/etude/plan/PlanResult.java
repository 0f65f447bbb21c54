// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.plan.SplitCandidate.Status;
import org.etude.report.Counted;
import org.etude.spec.LlmOption;
import org.etude.unit.Bandwidth;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.cost.NodeModel;

/**
 * The result of a search.
 *
 * @param candidates the splits considered, ordered by lower bound; those rejected for other reasons last
 * @param fastest the fastest plans, the fastest first
 * @param front Pareto front of step time and memory, the fastest first
 */
public record PlanResult(List<SplitCandidate> candidates, List<Plan> fastest, List<Plan> front) {
    /** Copies. */
    public PlanResult {
        candidates = List.copyOf(candidates);
        fastest = List.copyOf(fastest);
        front = List.copyOf(front);
    }

    /** Number of splits by outcome. */
    public Map<Status, Long> counts() {
        return counts(candidates);
    }

    static Map<Status, Long> counts(List<SplitCandidate> candidates) {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        candidates.forEach(one -> counts.merge(one.status(), 1L, Long::sum));
        return counts;
    }

    /** The job, its network, the number of candidates considered and those rejected, one line each. */
    public String summary() {
        if (fastest.isEmpty()) {
            return counted();
        }
        LlmTraining training = fastest.get(0).estimate().training();
        return job(training) + "\n" + network(training) + "\n" + counted();
    }

    private static String job(LlmTraining training) {
        String model = training.text(LlmOption.MODEL_NAME);
        String gpu = training.text(LlmOption.GPU_TYPE);
        return (model == null ? "a model of " + training.number(LlmOption.LAYERS) + " layers" : model) + " on "
                + training.world() + " " + (gpu == null ? "GPUs" : gpu) + ": steps of "
                + training.number(LlmOption.GLOBAL_BATCH) + " sequences (--global_batch) of "
                + training.number(LlmOption.SEQUENCE) + " tokens (--seq_length)";
    }

    /** What the network is taken to be. Rates of its links are those of the type of GPU, or given. */
    private static String network(LlmTraining training) {
        NodeModel node = MachineOptions.gpu(training).orElseThrow().node();
        Bandwidth nic = Bandwidth.gigabytesPerSecond(node.nic());
        return "network: nodes of " + Counted.of(node.domain(), "GPU") + " (--domain), " + nic
                + " per GPU between nodes (--nic)";
    }

    private String counted() {
        return Counted.of(candidates.size(), "candidate") + ", " + estimated() + " estimated: " + counted(candidates);
    }

    /** {@code 12 do not fit, 3 are refused}. */
    static String counted(List<SplitCandidate> candidates) {
        return counts(candidates).entrySet().stream()
                .map(of -> of.getValue() + " " + of.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Splits whose step was estimated. */
    public long estimated() {
        return candidates.stream().filter(one -> !Double.isNaN(one.step())).count();
    }
}

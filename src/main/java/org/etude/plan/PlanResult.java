// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Comparator;
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
import org.etude.workload.llm.given.IgnoredOption;

/**
 * The result of a search.
 *
 * @param candidates the splits considered, ordered by lower bound; those that do not fit last
 * @param fastest the fastest plans, the fastest first
 * @param front Pareto front of step time and memory, the fastest first
 * @param refused combinations of options that no job can have, each with the reason and, on a line of its own, what to do
 * @param ignored options that were given and matter to none of the fastest plans
 */
public record PlanResult(
        List<SplitCandidate> candidates,
        List<Plan> fastest,
        List<Plan> front,
        List<SplitCandidate> refused,
        List<IgnoredOption> ignored) {
    /** Reasons that a summary names. */
    private static final int REASONS = 3;

    /** Copies. */
    public PlanResult {
        candidates = List.copyOf(candidates);
        fastest = List.copyOf(fastest);
        front = List.copyOf(front);
        refused = List.copyOf(refused);
        ignored = List.copyOf(ignored);
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

    /**
     * The job, its network, the number of candidates considered and those rejected, and options without effect, one line
     * each.
     */
    public String summary() {
        if (fastest.isEmpty()) {
            return counted();
        }
        LlmTraining training = fastest.get(0).estimate().training();
        return job(training) + "\n" + network(training) + "\n" + counted()
                + ignored.stream().map(one -> "\n" + one.sentence()).collect(Collectors.joining());
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
                + " per GPU between nodes (--nic" + MachineOptions.oversubscription(training) + ")";
    }

    private String counted() {
        String counted =
                Counted.of(candidates.size(), "candidate") + ", " + estimated() + " estimated: " + counted(candidates);
        return refused.isEmpty() ? counted : counted + "\n" + impossible();
    }

    /** {@code 3 combinations of options cannot run: zb-h1 with 2 chunks per stage (2), ... (1)}; numbers in a reason are those of one. */
    private String impossible() {
        Map<String, List<SplitCandidate>> reasons = refused.stream()
                .collect(Collectors.groupingBy(one -> reason(one).replaceAll("[0-9]+", "0")));
        List<String> most = reasons.values().stream()
                .sorted(Comparator.comparing((List<SplitCandidate> of) -> -of.size())
                        .thenComparing(of -> reason(of.get(0))))
                .limit(REASONS)
                .map(of -> reason(of.get(0)) + " (" + of.size() + ")")
                .toList();
        return Counted.of(refused.size(), "combination") + " of options cannot run: " + String.join(", ", most)
                + (reasons.size() > REASONS ? ", and others" : "");
    }

    /** Without what to do about it. */
    private static String reason(SplitCandidate one) {
        return one.why().lines().findFirst().orElse("");
    }

    /** {@code 12 do not fit in memory, 3 cannot run}. */
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

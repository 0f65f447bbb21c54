// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.compat.simai.text.SimAiRow.Pass;
import org.etude.workload.llm.AiobFile;

/** Generates SimAI's text of one inference pass. */
public final class InferenceText {
    private static final long DEFAULT_NS = 1;

    private final InferenceSpec spec;
    private final Map<String, Long> times;
    private final List<SimAiRow> rows = new ArrayList<>();

    private InferenceText(InferenceSpec spec, Optional<AiobFile> measured) {
        this.spec = spec;
        times = measured.map(InferenceText::sums).orElse(Map.of());
    }

    /**
     * Generates the text.
     *
     * @param spec model, parallelism and batch
     * @param measured compute times, if they were measured; otherwise 1 ns each
     */
    public static SimAiWorkload of(InferenceSpec spec, Optional<AiobFile> measured) {
        return new InferenceText(spec, measured).build();
    }

    private SimAiWorkload build() {
        for (int layer = 0; layer < spec.layers(); layer++) {
            if (spec.family() == InferenceSpec.Family.DEEPSEEK) {
                deepSeek(layer);
            } else {
                qwen(layer);
            }
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("model_parallel_NPU_group", Integer.toString(spec.tp()));
        fields.put("ep", Integer.toString(spec.ep()));
        fields.put("pp", Integer.toString(spec.pp()));
        fields.put("all_gpus", Integer.toString(spec.world()));
        fields.put("mode", "1");
        fields.put("vpp", "1");
        fields.put("ga", "1");
        fields.put("checkpoints", "0");
        fields.put("checkpoint_initiates", "0");
        long stages = spec.pp() > 1 ? 1 : 0;
        fields.put("pp_comm", Long.toString(2 * spec.batch() * spec.sequence() * spec.hidden() * stages));
        return new SimAiWorkload(new SimAiHeader(SimAiHeader.TRANSFORMER, fields), rows);
    }

    private void deepSeek(int layer) {
        tensor("attention_layer", "attention_layer");
        if (layer < spec.denseLayers()) {
            tensor("dense_mlp", "mlp");
            return;
        }
        for (int i = 0; i < spec.sharedExperts(); i++) {
            alone("shared_experts", "mlp");
        }
        expert("moe_route", DEFAULT_NS, dispatched());
        expert("moe_expert", time("moe_expert"), exchanged());
    }

    private void qwen(int layer) {
        alone("attention_norm", "attention_norm");
        boolean full = (layer + 1) % spec.attentionInterval() == 0;
        String attention = full ? "attention_layer" : "attention_gdn";
        tensor(attention, attention);
        alone("moe_norm", "moe_norm");
        expert("moe_route", time("moe_route"), dispatched());
        expert("moe_expert", time("moe_expert"), exchanged());
    }

    private void alone(String name, String stage) {
        rows.add(SimAiRow.of(name, Pass.compute(time(stage)), Pass.compute(0), Pass.compute(0)));
    }

    private void tensor(String name, String stage) {
        Pass forward = new Pass(time(stage), spec.tp() > 1 ? "ALLREDUCE" : Pass.NONE, activations()).clean();
        rows.add(SimAiRow.of(name, forward, Pass.compute(0), Pass.compute(0)));
    }

    private void expert(String name, long nanos, long bytes) {
        Pass forward = new Pass(nanos, "ALLTOALL_EP", bytes);
        rows.add(SimAiRow.of(name, forward, Pass.compute(DEFAULT_NS), Pass.compute(DEFAULT_NS)));
    }

    private long activations() {
        return 2 * (spec.decode() ? spec.batch() : spec.sequence()) * spec.hidden();
    }

    private long exchanged() {
        return activations() * spec.topK() / spec.tp();
    }

    private long dispatched() {
        return (long) (exchanged() * Sizes.FP8_FACTOR);
    }

    private long time(String stage) {
        return times.getOrDefault(stage, DEFAULT_NS);
    }

    /** Sections summed by kind; kinds with zero time count as not measured. */
    private static Map<String, Long> sums(AiobFile file) {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (AiobFile.Section section : file.sections()) {
            kind(section.name())
                    .ifPresent(kind -> section.averageNs().ifPresent(ns -> sums.merge(kind, ns, Double::sum)));
        }
        Map<String, Long> rounded = new LinkedHashMap<>();
        sums.forEach((kind, ns) -> {
            if (Math.rint(ns) != 0) {
                rounded.put(kind, (long) Math.rint(ns));
            }
        });
        return rounded;
    }

    private static Optional<String> kind(String section) {
        if (section.contains("atten_norm")) {
            return Optional.of("attention_norm");
        } else if (section.contains("gdn")) {
            return Optional.of("attention_gdn");
        } else if (section.contains("atten")) {
            return Optional.of("attention_layer");
        } else if (section.contains("mlp")) {
            return Optional.of("mlp");
        } else if (section.contains("moe_norm") || section.contains("moe_route")) {
            return Optional.of(section.contains("moe_norm") ? "moe_norm" : "moe_route");
        }
        return section.contains("moe") ? Optional.of("moe_expert") : Optional.empty();
    }
}

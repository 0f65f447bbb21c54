// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Measured times as used by a training step, in ns: sections of attention and of the feed-forward layer are summed, and
 * both times of gradients are those of {@code param_time}. Forward and backward take the same time.
 */
public final class AiobTimes {
    private static final List<String> LATENT = List.of(
            "attention_linear_q_lora",
            "attention_q_column",
            "attention_linear_kv_lora",
            "attention_kv_column",
            "attention_o_row");

    private final Map<String, Long> times = new LinkedHashMap<>();

    /**
     * Sums up a file.
     *
     * @param file the file
     * @param recompute whether attention is recomputed in the backward pass, so that its core counts twice
     * @param latentZero whether a part of latent attention that was not measured takes no time, as in AICB
     */
    public AiobTimes(AiobFile file, boolean recompute, boolean latentZero) {
        double attention = 0;
        double mlp = 0;
        Map<String, Long> latent = new LinkedHashMap<>();
        if (latentZero) {
            LATENT.forEach(name -> latent.put(name, 0L));
        }
        for (AiobFile.Section section : file.sections()) {
            String name = section.name();
            if (name.equals("param_time")) {
                section.leastNs().ifPresent(ns -> times.put("grad_forward", round(ns)));
                section.averageNs().ifPresent(ns -> times.put("grad_backward", round(ns)));
            } else if (section.averageNs().isPresent()) {
                double ns = section.averageNs().getAsDouble();
                if (name.contains("atten") || name.equals("layernorm")) {
                    attention += recompute && name.contains("flash") ? 2 * ns : ns;
                } else if (name.contains("mlp") || name.equals("layernorm2")) {
                    mlp += ns;
                } else {
                    times.put(name, round(ns));
                }
                if (LATENT.contains(name)) {
                    latent.put(name, round(ns));
                }
            }
        }
        times.put("attention_forward", round(attention));
        times.put("attention_backward", round(attention));
        times.put("mlp_forward", round(mlp));
        times.put("mlp_backward", round(mlp));
        times.putIfAbsent("grad_forward", 0L);
        times.putIfAbsent("grad_backward", 0L);
        times.putAll(latent);
    }

    /** The time of the row with exactly this name, if measured; 1 counts as not measured, as in AICB. */
    public OptionalLong exact(String row) {
        Long ns = times.get(row);
        return ns == null || ns == 1 ? OptionalLong.empty() : OptionalLong.of(ns);
    }

    /**
     * The time of a stage, 1 when there is none.
     *
     * @param direction {@code forward} or {@code backward}
     * @param stage {@code attention}, {@code mlp}, {@code embedding}, {@code grad}, {@code final}
     */
    public long stage(String direction, String stage) {
        if (times.containsKey(stage)) {
            return times.get(stage);
        }
        String key =
                switch (stage) {
                    case "embedding" -> "Emb";
                    case "final" -> "attention_" + direction;
                    default -> stage + "_" + direction;
                };
        return times.getOrDefault(key, 1L);
    }

    /** Rounds half to even. */
    private static long round(double ns) {
        return (long) Math.rint(ns);
    }
}

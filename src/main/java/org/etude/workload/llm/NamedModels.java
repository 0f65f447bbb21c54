// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;

/** Looks up well-known models ({@link ModelSizes}) by their published names ({@link ModelName}). */
public final class NamedModels {
    private static final Map<String, Map<LlmOption, String>> MODELS = ModelSizes.all();
    private static final Map<String, String> NAMES = ModelName.byKey(MODELS.keySet());

    private NamedModels() {}

    /** The names, sorted. */
    public static Set<String> names() {
        return MODELS.keySet();
    }

    /** The options that describe a model, in any spelling ({@link ModelName}); empty when it is unknown. */
    public static Optional<Map<LlmOption, String>> named(String name) {
        Optional<Map<LlmOption, String>> exactly = Optional.ofNullable(name).map(MODELS::get);
        return exactly.isPresent() ? exactly : canonical(name).map(MODELS::get);
    }

    /** The name in {@link #names()} of a model with a possibly different spelling. */
    public static Optional<String> canonical(String name) {
        return Optional.ofNullable(name).map(ModelName::key).map(NAMES::get);
    }

    /**
     * Settings of a step of a known model, or of one described by options when the name is null.
     *
     * @throws LlmException when there is no model of that name
     */
    public static LlmSettings settings(String model) {
        if (model != null) {
            requireKnown(model);
        }
        return new LlmSettings(model);
    }

    /**
     * Rejects a model name whose sizes are not known.
     *
     * @throws LlmException when it is one
     */
    public static void requireKnown(String model) {
        if (named(model).isEmpty()) {
            throw new LlmException(
                    "there is no model '" + model + "'",
                    "Use one of " + String.join(", ", names())
                            + "; or describe it: --hidden_size, --num_layers and others (in Java p.hidden(4096)...).");
        }
    }
}

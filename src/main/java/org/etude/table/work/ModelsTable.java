// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.Map;
import java.util.Set;
import org.etude.report.Internal;
import org.etude.spec.LlmOption;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.workload.llm.NamedModels;
import tech.tablesaw.api.Table;

/** Language models whose sizes are known by name. */
public final class ModelsTable {
    /** The columns. */
    @Internal
    public static final Schema<String> SCHEMA = Schema.<String>of("models", "One model whose name sets its sizes.")
            .text("model", "its name; other spellings, such as meta-llama/Llama-3.1-8B, mean it too", name -> name)
            .integer("layers", "layers", name -> size(name, LlmOption.LAYERS))
            .integer("hidden_size", "width of a token", name -> size(name, LlmOption.HIDDEN))
            .integer(
                    "ffn_hidden_size",
                    "width of dense feed-forward layers, of experts where no other width is theirs; missing for 4 x hidden_size",
                    name -> size(name, LlmOption.FFN_HIDDEN))
            .integer(
                    "expert_ffn_hidden_size",
                    "width of routed experts where it is another",
                    name -> size(name, LlmOption.EXPERT_FFN))
            .integer("heads", "attention heads", name -> size(name, LlmOption.HEADS))
            .integer(
                    "kv_heads",
                    "heads of keys and values; missing when as many as heads",
                    name -> size(name, LlmOption.QUERY_GROUPS))
            .integer("vocab_size", "tokens of the vocabulary", name -> size(name, LlmOption.VOCABULARY))
            .integer(
                    "experts",
                    "routed experts of a layer; missing without experts",
                    name -> size(name, LlmOption.EXPERTS))
            .integer("experts_per_token", "routed experts of a token", name -> size(name, LlmOption.TOP_K))
            .build();

    private ModelsTable() {}

    /** One row per model, by name. */
    public static Table of(Set<String> names) {
        return SCHEMA.table(names);
    }

    private static long size(String name, LlmOption option) {
        String text = NamedModels.named(name).orElse(Map.of()).get(option);
        return text == null ? Missing.WHOLE : Long.parseLong(text);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.EnumMap;
import java.util.Map;
import org.etude.spec.LlmOption;

/** Collects the options of a step. */
final class Options {
    private final Map<LlmOption, String> values = new EnumMap<>(LlmOption.class);

    Options set(LlmOption option, Object value) {
        values.put(option, value.toString());
        return this;
    }

    Options flag(LlmOption option, boolean on) {
        return set(option, on);
    }

    /** Sets the options of parallelism. */
    Options split(int gpus, int tp, int pp, int chunks) {
        set(LlmOption.WORLD_SIZE, gpus);
        set(LlmOption.TENSOR_PARALLEL, tp);
        set(LlmOption.PIPELINE_PARALLEL, pp);
        return set(LlmOption.VIRTUAL_STAGES, pp > 1 ? chunks : 1);
    }

    /** Sets the options of the batch. */
    Options batch(int global, int micro, int sequence) {
        set(LlmOption.GLOBAL_BATCH, global);
        set(LlmOption.MICRO_BATCH, micro);
        return set(LlmOption.SEQUENCE, sequence);
    }

    Map<LlmOption, String> values() {
        return values;
    }
}

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
    Options batch(int global, int micro, long sequence) {
        set(LlmOption.GLOBAL_BATCH, global);
        set(LlmOption.MICRO_BATCH, micro);
        return set(LlmOption.SEQUENCE, sequence);
    }

    /**
     * Rejects a batch that micro batches do not divide evenly.
     *
     * @throws UnmodelledRow when some sequences would be left out
     */
    Options requireWholeMicroBatches() {
        long world = number(LlmOption.WORLD_SIZE);
        long ranks = number(LlmOption.TENSOR_PARALLEL) * number(LlmOption.PIPELINE_PARALLEL);
        // Above the world size it may as well stay as it is: a third factor could leave the range of a long.
        ranks *= ranks <= world ? number(LlmOption.CONTEXT_PARALLEL) : 1;
        long copies = world / ranks;
        long global = number(LlmOption.GLOBAL_BATCH);
        long micro = number(LlmOption.MICRO_BATCH);
        // Ranks that cannot be split so are refused with the other options.
        if (world % ranks == 0 && global % (micro * copies) != 0) {
            throw new UnmodelledRow("a global batch of " + global + " is not a multiple of micro batches of " + micro
                    + " on " + copies + " copies of the model");
        }
        return this;
    }

    /**
     * Refuses heads of a width that is no whole number.
     *
     * @throws UnmodelledRow when it is none
     */
    Options requireWholeHeads() {
        if (number(LlmOption.HIDDEN) % number(LlmOption.HEADS) != 0) {
            throw new UnmodelledRow(
                    number(LlmOption.HEADS) + " heads do not divide a hidden size of " + number(LlmOption.HIDDEN));
        }
        return this;
    }

    private long number(LlmOption option) {
        return Long.parseLong(values.getOrDefault(option, "1"));
    }

    Map<LlmOption, String> values() {
        return values;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.Locale;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** What is recomputed in the backward pass instead of being kept (Korthikanti et al. 2022, section 5). */
public enum Recompute {
    /** Nothing. */
    NONE,
    /** The core of attention. */
    SELECTIVE,
    /**
     * By operation, torchtitan's {@code selective_ac_option = "op"}: results of attention, of every other product and of
     * reduce-scatters are kept, everything else of a layer is recomputed.
     */
    OP,
    /** Whole layers; only their inputs are kept. */
    FULL;

    /**
     * What a training asks for.
     *
     * @throws LlmException when it is none of these
     */
    public static Recompute of(LlmTraining training) {
        String text = training.word(LlmOption.RECOMPUTE_GRANULARITY);
        boolean plain = text == null || text.equals(LlmOption.RECOMPUTE_GRANULARITY.base());
        if (plain) {
            return training.flag(LlmOption.RECOMPUTE) ? SELECTIVE : NONE;
        }
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** Creates the matrix products of a parameter. */
final class ZeroItems {
    private ZeroItems() {}

    /** The product of activations and the parameter. */
    static AicbItem product(LlmTraining training, String stage, ZeroModel.Parameter parameter) {
        long batch = training.number(LlmOption.MICRO_BATCH);
        long tokens = training.number(LlmOption.SEQUENCE);
        return AicbItem.product(
                stage, new long[] {batch, tokens, parameter.rows()}, new long[] {parameter.rows(), parameter.columns()
                });
    }

    /** The gradient of the parameter. */
    static AicbItem weightGrad(LlmTraining training, String stage, ZeroModel.Parameter parameter) {
        long tokens = training.number(LlmOption.MICRO_BATCH) * training.number(LlmOption.SEQUENCE);
        return AicbItem.product(stage, new long[] {parameter.rows(), tokens}, new long[] {tokens, parameter.columns()});
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.List;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;

/** What the copies of a model share out among them, as a stage of ZeRO: 0 nothing, 1 the optimizer, 2 also gradients, 3 also parameters. */
public final class ZeroStage {
    /** Megatron-LM's names of the stages from 0 on. */
    private static final List<String> STRATEGIES = List.of("no_shard", "optim", "optim_grads", "optim_grads_params");

    private ZeroStage() {}

    /**
     * That of DeepSpeed; the number of items in Megatron-LM's --data-parallel-sharding-strategy; 1 for its distributed
     * optimizer; 3 for torchtitan, and 1 with pipeline stages, where it gathers parameters once a step
     * (parallelize_llama.py: reshard_after_forward); otherwise 0.
     *
     * @throws LlmException when it is not from 0 to 3, or given in the way of another framework
     */
    public static int of(LlmTraining training) {
        String strategy = training.word(LlmOption.SHARDING);
        if (strategy != null) {
            return named(training, strategy);
        }
        if (training.deepSpeed()) {
            long stage = training.number(LlmOption.ZERO_STAGE);
            if (stage < 0 || stage > 3) {
                throw new LlmException("--stage is " + stage, "ZeRO has stages 0 (none) to 3.");
            }
            return (int) stage;
        }
        if (training.torchtitan()) {
            return training.pp() > 1 ? 1 : 3;
        }
        return training.flag(LlmOption.DISTRIBUTED_OPTIMIZER) ? 1 : 0;
    }

    private static int named(LlmTraining training, String strategy) {
        int stage = STRATEGIES.indexOf(strategy);
        if (training.deepSpeed()) {
            throw new LlmException(
                    "--data_parallel_sharding_strategy " + strategy + " under --frame DeepSpeed",
                    "It is Megatron-LM's; DeepSpeed's is --stage " + stage + ".");
        }
        return stage;
    }
}

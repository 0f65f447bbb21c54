// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.workload.llm.LlmTraining;

/**
 * Bytes per logit on a rank, counted from the tensors that each framework's cross entropy has at once.
 *
 * <ul>
 *   <li>Megatron-Core (tensor_parallel/cross_entropy.py): the logits in half precision and a copy in single precision,
 *       which becomes the softmax and its gradient in place; then the gradient in half precision.
 *   <li>Fused (Transformer Engine's triton/cross_entropy.py): the gradient replaces the logits.
 *   <li>Megatron-DeepSpeed (gpt_model.py, core/tensor_parallel/cross_entropy.py): the same as Megatron-Core out of
 *       place: logits, their copy, the copy less its maximum, its exponential.
 *   <li>torchtitan (loss.py: {@code cross_entropy(pred.float(), labels)}; train.py frees {@code pred} before the
 *       backward pass): logits, their copy, the logarithm of the softmax; in the backward pass this logarithm, its
 *       gradient and that of its input, each in single precision. On tensor-parallel ranks
 *       (torch.distributed.tensor.parallel, loss.py) one more in either pass: softmax and sum are made out of place.
 *       Compiled, it keeps logits and makes their gradient, both in half precision.
 * </ul>
 *
 * @param kept bytes from the forward to the backward pass
 * @param forward the highest number of bytes at once in the forward pass
 * @param backward the highest number of bytes at once in the backward pass
 */
record LogitBytes(int kept, int forward, int backward) {
    private static final int HALF = 2;
    private static final int SINGLE = 4;

    static LogitBytes of(LlmTraining training) {
        boolean fused = LlmPlan.lossIsFused(training);
        if (training.torchtitan()) {
            boolean several = training.tp() > 1;
            return fused
                    ? new LogitBytes(HALF, HALF, 2 * HALF)
                    : new LogitBytes(SINGLE, HALF + (several ? 3 : 2) * SINGLE, (several ? 4 : 3) * SINGLE);
        }
        if (fused) {
            return new LogitBytes(HALF, HALF, HALF);
        }
        return new LogitBytes(SINGLE, HALF + (training.deepSpeed() ? 3 : 1) * SINGLE, SINGLE + HALF);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * A transformer under tensor and data parallelism.
 *
 * @param tensor ranks that share a model
 * @param data copies of the model
 * @param layers layers; each reduces its activations twice in the forward and twice in the backward pass
 * @param activationBytes bytes of the activations of one layer: tokens x hidden size x bytes per element
 * @param layerCompute time of the forward pass of one layer; the backward pass takes twice that
 * @param gradients the gradients reduced between copies after the backward pass
 */
public record TransformerSpec(
        int tensor,
        int data,
        int layers,
        Bytes activationBytes,
        Time layerCompute,
        @Internal GradientSync gradients) {
    /** Rejects invalid numbers. */
    @Internal
    public TransformerSpec {
        Given.value(activationBytes, "the size of the activations");
        Given.value(layerCompute, "the time of a layer");
        Given.value(gradients, "what is reduced between copies");
        if (tensor < 1 || data < 1 || layers < 1) {
            throw new WorkloadException(
                    "a transformer of " + layers + " layers on " + tensor + " x " + data + " ranks",
                    "Give at least one of each.");
        }
    }

    /**
     * A transformer whose gradients have 2 bytes and are reduced in PyTorch's buckets of 25 MiB.
     *
     * @param tensor ranks that share a model
     * @param data copies of the model
     * @param layers layers; each reduces its activations twice in the forward and twice in the backward pass
     * @param activationBytes bytes of the activations of one layer: tokens x hidden size x bytes per element
     * @param layerCompute time of the forward pass of one layer; the backward pass takes twice that
     * @param parameters parameters of the whole model
     * @throws org.etude.report.EtudeException when a number is below 1
     */
    public static TransformerSpec of(
            int tensor, int data, int layers, Bytes activationBytes, Time layerCompute, long parameters) {
        return new TransformerSpec(tensor, data, layers, activationBytes, layerCompute, GradientSync.of(parameters));
    }

    /** The same with gradients of this many bytes per parameter, in buckets of this size. */
    public TransformerSpec gradients(int bytesPerParameter, Bytes bucket) {
        return new TransformerSpec(
                tensor,
                data,
                layers,
                activationBytes,
                layerCompute,
                gradients.bytesPerParameter(bytesPerParameter).bucket(bucket));
    }

    /**
     * Qwen2.5-1.5B: 28 layers, hidden size 1536, 1,543,714,304 parameters, half precision.
     *
     * @param tokens tokens per step on each model copy
     * @param layerCompute time of the forward pass of one layer
     */
    public static TransformerSpec qwen15b(int tensor, int data, int tokens, Time layerCompute) {
        return new TransformerSpec(
                tensor,
                data,
                28,
                new Bytes(Math.multiplyExact(Given.atLeast(1, tokens, "the number of tokens"), 1536L * 2)),
                layerCompute,
                GradientSync.of(1_543_714_304L));
    }
}

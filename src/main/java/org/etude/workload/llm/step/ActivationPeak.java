// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.HashMap;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.parallel.Pipeline;

/**
 * Activations of a rank of a stage: those that micro batches in flight keep for their backward passes (Korthikanti et
 * al. 2022, table 2), and what one of them needs on top at the peak. The peak is either the loss, with the logits'
 * copies, or the backward pass of one layer, with what is recomputed and gradients; by then activations of the layers
 * behind it are released. Costs one pass over the layers of the stage; bytes are computed once per kind of layer.
 */
final class ActivationPeak {
    private static final int HALF = 2;

    private final LlmTraining training;
    private final Pipeline pipeline;
    private final StageLayers split;
    private final RecomputedLayers recompute;
    private final HostOffload offload;
    private final ActivationBytes bytes;
    private final BackwardBytes backward;
    private final LogitBytes logits;
    private final long predictions;
    private final Map<Integer, LayerBytes> kinds = new HashMap<>();

    ActivationPeak(LlmTraining training, Pipeline pipeline) {
        this.training = training;
        this.pipeline = pipeline;
        split = StageLayers.of(training, pipeline.parts());
        recompute = RecomputedLayers.of(training);
        offload = HostOffload.of(training);
        bytes = new ActivationBytes(training);
        backward = new BackwardBytes(training);
        logits = LogitBytes.of(training);
        predictions = training.number(LlmOption.MTP);
    }

    /** Bytes of a kind of layer: kept, its input, all activations, the largest recomputed module, gradients. */
    private record LayerBytes(double kept, double input, double whole, double modules, double gradients) {}

    /**
     * Bytes of a stage.
     *
     * @param kept activations of all micro batches in flight
     * @param temporary what comes on top at the peak
     */
    record Peak(double kept, double temporary) {}

    /**
     * Bytes besides activations that exist only in some moments of a step.
     *
     * @param unreduced gradients of parameters that a layer's backward pass holds before they are sharded
     * @param later gradients of parameters that count for the stage but do not exist yet during the loss, where they are
     *     freed after each step and not accumulated over micro batches
     * @param copies parameters in half precision that autocast holds until the forward pass ends
     * @param kept those of them that the backward pass needs
     */
    record Moments(double unreduced, double later, double copies, double kept) {}

    /** The peak of a stage. */
    Peak of(int stage, Moments moments) {
        double[] kept = new double[pipeline.chunks()];
        double temporary = 0;
        for (int chunk = 0; chunk < kept.length; chunk++) {
            int part = pipeline.part(stage, chunk);
            boolean last = part == pipeline.parts() - 1;
            boolean splits = pipeline.schedule().splitsBackward();
            double head = last ? head(splits ? HALF : logits.kept()) : 0;
            double loss = last ? loss(moments) - head : 0;
            double layers = layers(part) + moments.unreduced() - (splits ? 0 : head);
            boolean modules = last && predictions > 0;
            kept[chunk] = head + (modules ? predictions * keptOfPrediction(part) : 0);
            layers = modules ? Math.max(layers, prediction(part) + moments.unreduced()) : layers;
            kept[chunk] += kept(part);
            temporary = Math.max(temporary, Math.max(loss, layers));
        }
        return new Peak(pipeline.mostKept(stage, kept), temporary);
    }

    /** The last of the losses, at which the others have their kept bytes. */
    private double loss(Moments moments) {
        double most = Math.max(
                logits.forward() * bytes.logits() + moments.copies(),
                logits.backward() * bytes.logits() + moments.kept());
        return head(logits.kept()) - logits.kept() * bytes.logits() + most - moments.later();
    }

    /** What a micro batch keeps of the output layer and of those of prediction modules. */
    private double head(int logitBytes) {
        return (1 + predictions) * (bytes.outputInput() + logitBytes * bytes.logits());
    }

    /** Whether a layer is recomputed as a whole. */
    private boolean isRecomputed(int layer, int part) {
        return !isSpared(part) && recompute.again(layer - split.from(part));
    }

    private boolean isSpared(int part) {
        return training.flag(LlmOption.KEEP_LAST) && part > 0 && part == pipeline.parts() - 1;
    }

    /** What a micro batch keeps of a prediction module: all, or its two inputs. */
    private double keptOfPrediction(int part) {
        return recompute.predictions() && !isSpared(part) ? 2 * bytes.input() : bytes.prediction();
    }

    /** What the backward pass of a prediction module needs on top, whose own loss is over by then. */
    private double prediction(int part) {
        double gradients = training.predictionLayers().stream()
                .mapToDouble(layer -> bytes(layer).gradients())
                .max()
                .orElse(0);
        return bytes.prediction() - keptOfPrediction(part) + gradients - head(logits.kept()) / (1 + predictions);
    }

    /** What a micro batch keeps of a part's layers: of as many in a row as the host does not have, where they need most. */
    private double kept(int part) {
        int from = split.from(part);
        int there = offload.layers();
        double held = 0;
        for (int layer = from; layer < split.to(part) - there; layer++) {
            held += kept(layer, part);
        }
        double most = held;
        for (int gone = from; gone < from + there; gone++) {
            held += kept(split.to(part) - there + gone - from, part) - kept(gone, part);
            most = Math.max(most, held);
        }
        return most;
    }

    private double kept(int layer, int part) {
        LayerBytes one = bytes(layer);
        if (!isRecomputed(layer, part)) {
            return one.kept();
        }
        return recompute.keepsInput(layer - split.from(part)) ? one.input() : 0;
    }

    /** The most that a backward pass of a part's layers needs on top of what all of them keep. */
    private double layers(int part) {
        int from = split.from(part);
        int count = split.to(part) - from;
        double most = 0;
        double released = 0;
        for (int place = count - 1; place >= 0; place--) {
            int layer = from + place;
            if (!isRecomputed(layer, part)) {
                LayerBytes one = bytes(layer);
                most = Math.max(most, one.modules() + one.gradients() - released);
            } else if (recompute.runBefore(place, count) >= 0) {
                most = Math.max(most, run(from + recompute.runBefore(place, count), layer, part) - released);
            }
            int back = offload.returning(layer);
            released += kept(layer, part) - (back < 0 ? 0 : kept(back, part));
        }
        return most;
    }

    /** A run of recomputed layers: all their activations, except the input that is kept, and the largest gradients. */
    private double run(int first, int last, int part) {
        double whole = 0;
        double gradients = 0;
        for (int layer = first; layer <= last; layer++) {
            whole += bytes(layer).whole() - kept(layer, part);
            gradients = Math.max(gradients, bytes(layer).gradients());
        }
        return whole + gradients;
    }

    private LayerBytes bytes(int layer) {
        return kinds.computeIfAbsent(
                LlmModel.alike(training, layer),
                kind -> new LayerBytes(
                        bytes.layer(kind, false),
                        bytes.input(),
                        backward.whole(kind),
                        backward.modules(kind),
                        backward.gradients(kind)));
    }
}

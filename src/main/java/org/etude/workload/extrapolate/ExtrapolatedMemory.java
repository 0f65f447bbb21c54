// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.etude.spec.Parallelism;
import org.etude.trace.memory.HeldBytes;
import org.etude.trace.memory.MemoryKind;
import org.etude.trace.memory.StepStorages;
import org.etude.trace.memory.StorageLife;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.Turn;

/**
 * Memory of the ranks of an extrapolated step, derived from the storages of the recorded one. A stage holds the
 * parameters, gradients and optimizer states of its layers; each micro batch in flight keeps its activations, in the
 * order of the schedule. With ranks and batch as recorded, the result is the recorded step's peak. Linear in nodes and
 * storages for each part, and in passes.
 */
final class ExtrapolatedMemory {
    private final StepStorages storages;
    private final ExtrapolatedBytes bytes;
    private final StageCut cut;
    private final Pipeline pipeline;
    private final Parallelism ranks;
    private final StepShape shape;
    private final PartMemory[] parts;

    ExtrapolatedMemory(RecordedStep step, StepShape shape, StageCut cut, Pipeline pipeline, Parallelism ranks) {
        this.shape = shape;
        this.cut = cut;
        this.pipeline = pipeline;
        this.ranks = ranks;
        storages = step.tensors().storages();
        bytes = new ExtrapolatedBytes(step, shape);
        parts = new PartMemory[cut.parts()];
        for (int part = 0; part < parts.length; part++) {
            parts[part] = new PartMemory(storages, bytes, cut, part);
        }
    }

    /** One entry per stage; none when no tensor is recorded. */
    List<StageMemory> stages() {
        List<StageMemory> stages = new ArrayList<>();
        for (int stage = 0; stage < ranks.pp() && !storages.lives().isEmpty(); stage++) {
            stages.add(new Stage(stage).memory());
        }
        return stages;
    }

    private double sum(MemoryKind kind) {
        return storages.lives().stream()
                .filter(life -> life.kind() == kind)
                .mapToDouble(bytes::of)
                .sum();
    }

    /** One stage. */
    private final class Stage {
        private final int stage;
        private final int[] own;
        private final double parameters;
        private final double part;
        private final double olderGradients;
        private final double gradients;
        private final double optimizer;
        private final double buckets;
        private final double inputs;

        Stage(int stage) {
            this.stage = stage;
            own = IntStream.range(0, pipeline.chunks())
                    .map(chunk -> pipeline.part(stage, chunk))
                    .toArray();
            parameters = ofLayers(MemoryKind.PARAMETERS);
            double whole = storages.bytes(MemoryKind.PARAMETERS);
            part = whole > 0 ? parameters / whole : shape.share(stage) / shape.tp();
            olderGradients = part
                    * storages.lives().stream()
                            .filter(life -> life.kind() == MemoryKind.GRADIENTS && life.isOlder())
                            .mapToLong(StorageLife::bytes)
                            .sum();
            gradients = olderGradients
                    + IntStream.of(own).mapToDouble(p -> parts[p].newGradients).sum();
            optimizer = part * sum(MemoryKind.OPTIMIZER);
            double recorded = part * sum(MemoryKind.COMMUNICATION);
            buckets = ranks.dp() == 1 ? 0 : recorded > 0 || olderGradients > 0 ? recorded : gradients;
            inputs = ofLayers(MemoryKind.INPUTS);
        }

        private double ofLayers(MemoryKind kind) {
            return storages.lives().stream()
                    .filter(life -> life.kind() == kind && holds(bytes.layer(life)))
                    .mapToDouble(bytes::of)
                    .sum();
        }

        private boolean holds(int layer) {
            return IntStream.of(own).anyMatch(p -> p == cut.part(layer));
        }

        StageMemory memory() {
            double copies = ranks.dp();
            double saved = optimizer * (1 - 1 / copies);
            // While a layer computes, its full parameters and gradients are held, and the parameters of the next one.
            double gathered = gathered() * (1 - 1 / copies);
            double fixed = parameters + optimizer + inputs;
            double layer = largest() * (1 - 1 / copies);
            return new StageMemory(
                    stage,
                    Math.round(parameters),
                    Math.round(gradients),
                    Math.round(optimizer),
                    Math.round(buckets),
                    Math.round(inputs),
                    Math.round(pipeline.mostKept(
                            stage,
                            IntStream.of(own).mapToDouble(p -> parts[p].kept).toArray())),
                    Math.round(workspace()),
                    Math.round(peak(fixed + buckets, 1)),
                    Math.round(peak(fixed + buckets - saved, 1)),
                    Math.round(peak(fixed - saved + layer, 1 / copies)),
                    Math.round(peak(fixed - saved - parameters * (1 - 1 / copies) + gathered + layer, 1 / copies)));
        }

        private double workspace() {
            HeldBytes passes = HeldBytes.of(storages, life -> {
                boolean pass = life.kind() == MemoryKind.WORKSPACE && !bytes.ofUpdate(life) && holds(bytes.layer(life));
                return pass ? Math.round(bytes.of(life)) : 0;
            });
            return Math.max(passes.most(storages.from(), storages.to()), updates());
        }

        /** Bytes that the optimizer allocates. */
        private double updates() {
            HeldBytes own = HeldBytes.of(
                    storages,
                    life -> life.kind() == MemoryKind.WORKSPACE && bytes.ofUpdate(life)
                            ? Math.round(part * life.bytes())
                            : 0);
            return own.most(storages.update(), storages.to());
        }

        private double[] layers() {
            double[] held = new double[cut.layers()];
            storages.lives().stream()
                    .filter(life -> life.kind() == MemoryKind.PARAMETERS && holds(bytes.layer(life)))
                    .forEach(life -> held[bytes.layer(life)] += bytes.of(life));
            return held;
        }

        private double largest() {
            return DoubleStream.of(layers()).max().orElse(0);
        }

        private double gathered() {
            double[] held = layers();
            double most = 0;
            for (int layer = 0; layer < held.length; layer++) {
                most = Math.max(most, held[layer] + (layer > 0 ? held[layer - 1] : 0));
            }
            return most;
        }

        /** The peak over all passes and the final update, with a fraction of the gradients. */
        private double peak(double fixed, double share) {
            double throughout = fixed + share * olderGradients;
            double now = 0;
            double grown = 0;
            double most = 0;
            boolean[] forth = new boolean[own.length];
            boolean[] back = new boolean[own.length];
            for (Turn turn : pipeline.turns(stage)) {
                PartMemory part = parts[own[turn.chunk()]];
                if (turn.forward()) {
                    double pass = part.forward(share, !forth[turn.chunk()]);
                    most = Math.max(most, throughout + grown + now + pass);
                    forth[turn.chunk()] = true;
                    now += part.kept;
                } else {
                    double pass = part.backward(share, !back[turn.chunk()]);
                    most = Math.max(most, throughout + grown + now - part.kept + pass);
                    grown += back[turn.chunk()] ? 0 : share * part.newGradients;
                    back[turn.chunk()] = true;
                    now -= turn.ends() ? part.kept : 0;
                }
            }
            double left = IntStream.of(own)
                    .mapToDouble(p -> parts[p].remaining())
                    .max()
                    .orElse(0);
            return Math.max(most, throughout + grown + left + updates());
        }
    }
}

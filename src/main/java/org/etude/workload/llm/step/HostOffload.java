// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.unit.Time;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.HostLink;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.parallel.Cost;
import org.etude.workload.parallel.OpWriter;

/**
 * What waits in the host's memory.
 *
 * <p>Activations of the first k of n layers ({@code --cpu_offloading_num_layers}), as Transformer Engine moves them
 * (pytorch/cpu_offload.py, OffloadSynchronizer with its default order): layer i goes to the host after its forward pass, which
 * must be over before that of layer n - k + i; it comes back from the backward pass of layer n - 1 - k + i on, and its own backward
 * pass waits for it. So a GPU never keeps more than n - k layers. Copies take turns, and what HBM gives to them is not
 * subtracted from kernels: at 50 to 200 GB/s they take 2 % of it. Megatron-Core wants one stage, nothing recomputed and no graphs
 * (transformer_config.py).
 *
 * <p>Optimizer states ({@code --optimizer_cpu_offload}; optimizer/cpu_offloading/hybrid_optimizer.py): gradients in single
 * precision go to the host, which updates its copy of the parameters with one fused Adam and sends them back. The moments leave the
 * GPU; the distributed optimizer's parameters in single precision stay. The GPU updates its own part meanwhile.
 */
final class HostOffload {
    private static final int SINGLE = 4;
    /** Read: parameter, gradient, two moments; written: parameter, two moments. */
    private static final int ADAM_BYTES = 7 * SINGLE;

    private final LlmTraining training;
    private final int all;
    private final int moved;
    private final double fraction;

    private HostOffload(LlmTraining training, int moved, double fraction) {
        this.training = training;
        this.moved = moved;
        this.fraction = fraction;
        all = (int) training.number(LlmOption.LAYERS);
    }

    /**
     * That of a training.
     *
     * @throws LlmException when other options exclude it
     */
    static HostOffload of(LlmTraining training) {
        long layers = training.number(LlmOption.OFFLOAD_LAYERS);
        String option = LlmOption.OFFLOAD_LAYERS.option() + " " + layers;
        require(
                layers == 0 || layers < training.number(LlmOption.LAYERS),
                option + " of " + training.number(LlmOption.LAYERS) + " layers",
                "Give fewer than --num_layers: the last layer's backward pass comes first.");
        boolean kept = Recompute.of(training) == Recompute.NONE && training.text(LlmOption.RECOMPUTE_MODULES) == null;
        require(
                layers == 0 || training.pp() == 1 && kept,
                option + " with " + (kept ? "--pipeline_model_parallel " + training.pp() : "recomputation"),
                "Megatron-Core moves activations to the host only with one stage and without recomputation.");
        boolean graphs = training.flag(LlmOption.CUDA_GRAPHS) || training.text(LlmOption.GRAPH_SCOPE) != null;
        require(
                layers == 0 || !graphs,
                option + " with CUDA graphs",
                "Leave --cuda_graphs and --cuda_graph_scope out: copies to the host are no part of them.");
        return new HostOffload(training, (int) layers, fraction(training));
    }

    private static double fraction(LlmTraining training) {
        if (!training.flag(LlmOption.OFFLOAD_OPTIMIZER)) {
            return 0;
        }
        String text = training.text(LlmOption.OFFLOAD_FRACTION);
        double fraction = Double.NaN;
        try {
            fraction = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // Rejected below, like a number out of range.
        }
        require(
                fraction > 0 && fraction <= 1,
                LlmOption.OFFLOAD_FRACTION.option() + " is '" + text + "'",
                "Give a number above 0 and at most 1.");
        require(
                LlmPlan.sharded(training),
                LlmOption.OFFLOAD_OPTIMIZER.option() + " without shares",
                "Add --use-distributed-optimizer, which Megatron-LM asks for.");
        return fraction;
    }

    private static void require(boolean holds, String what, String advice) {
        if (!holds) {
            throw new LlmException(what, advice);
        }
    }

    /** Number of layers whose activations wait in the host's memory. */
    int layers() {
        return moved;
    }

    /** The part of the parameters that the host updates. */
    double fraction() {
        return fraction;
    }

    /** The layer that comes back while another one's backward pass runs, or -1. */
    int returning(int layer) {
        int next = layer - (all - 1 - moved);
        return next >= 0 && next < moved ? next : -1;
    }

    /** Copies of the activations of one pass. */
    Copies copies(OpWriter out) {
        return new Copies(out);
    }

    private HostLink link() {
        return MachineOptions.hostLink(training);
    }

    /** Updates parameters on the host next to what {@code gpu} writes, and takes them back. */
    void update(double parameters, OpWriter out, Runnable gpu) {
        double own = fraction * parameters;
        if (own == 0) {
            gpu.run();
            return;
        }
        double there = SINGLE * own / link().toHost();
        double adam = ADAM_BYTES * own / MachineOptions.hostMemory(training);
        double back = SINGLE * own / link().toGpu();
        boolean overlaps = training.flag(LlmOption.OFFLOAD_OVERLAP);
        double before = overlaps ? Math.max(there, adam) : there + adam;
        long updated = out.copy("optimizer on the host", StepKernelTimes.span(before));
        if (fraction < 1) {
            gpu.run();
        }
        out.alsoAfter(updated);
        double after = Math.max(1, overlaps ? back - before : back);
        out.compute("parameters from the host", Cost.of(StepKernelTimes.span(after)));
    }

    /** The copies of a pass. */
    final class Copies {
        private final OpWriter out;
        private final long[] ids = new long[moved];

        private Copies(OpWriter out) {
            this.out = out;
        }

        void beforeForward(int layer) {
            int gone = layer - (all - moved);
            if (layer >= 0 && gone >= 0 && gone < moved) {
                out.alsoAfter(ids[gone]);
            }
        }

        void afterForward(int layer) {
            if (layer >= 0 && layer < moved) {
                ids[layer] = copy(layer, " to the host", link().toHost());
            }
        }

        void beforeBackward(int layer) {
            int next = layer < 0 ? -1 : returning(layer);
            if (next >= 0) {
                ids[next] = copy(next, " from the host", link().toGpu());
            }
            if (layer >= 0 && layer < moved) {
                out.alsoAfter(ids[layer]);
            }
        }

        private long copy(int layer, String where, double rate) {
            double bytes = new ActivationBytes(training).layer(LlmModel.alike(training, layer), false);
            Time time = StepKernelTimes.span(bytes / rate);
            return out.copy("layer " + layer + " activations" + where, time);
        }
    }
}

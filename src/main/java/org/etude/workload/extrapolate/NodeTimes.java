// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.MachineTimes;

/** Times of each node of a recorded step with another batch and with tensor parallelism. */
final class NodeTimes {
    private final RecordedStep step;
    private final BatchScaling scaling;
    private final double[] recorded;
    private final boolean[] split;
    private final MachineTimes machine;
    private final boolean paired;

    /** For a step, optionally the same step with another batch, and optionally a model of its GPUs (or null). */
    NodeTimes(RecordedStep step, RecordedStep second, MachineTimes machine) {
        this.step = step;
        this.machine = machine;
        paired = second != null;
        int[] pieces = new int[step.ops().size()];
        recorded = nanosByOp(step, pieces);
        if (second == null) {
            scaling = BatchScaling.of(timedOps(pieces), floor(), step.onGpu());
        } else {
            double[] others = nanosByOp(second, new int[second.ops().size()]);
            scaling = BatchScaling.of(timedOps(pieces), floor(), others, (double) second.batch() / step.batch());
        }
        split = new boolean[recorded.length];
        for (int op = 0; op < split.length; op++) {
            split[op] = isSplit(step.ops().get(op));
        }
    }

    private static double[] nanosByOp(RecordedStep step, int[] pieces) {
        double[] nanos = new double[pieces.length];
        for (int node = 0; node < step.graph().size(); node++) {
            int op = step.opOf()[node];
            if (op >= 0 && step.computes(node)) {
                nanos[op] += step.graph().durationNanos(node);
                pieces[op]++;
            }
        }
        return nanos;
    }

    /** Time of an empty computation: the shortest kernel, or on a host the median operator without the batch. */
    private double floor() {
        List<Double> idle = new ArrayList<>();
        for (int node = 0; node < step.graph().size() && step.onGpu(); node++) {
            if (step.computes(node) && step.graph().durationNanos(node) > 0) {
                idle.add((double) step.graph().durationNanos(node));
            }
        }
        for (int op = 0; op < recorded.length && !step.onGpu(); op++) {
            StepOp o = step.ops().get(op);
            boolean passes = o.phase() == Phase.FORWARD || o.phase() == Phase.BACKWARD;
            if (passes && !o.scales() && o.gradientElements() == 0 && recorded[op] > 0) {
                idle.add(recorded[op]);
            }
        }
        double[] sorted =
                idle.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[step.onGpu() ? 0 : sorted.length / 2];
    }

    private List<MeasuredOp> timedOps(int[] pieces) {
        List<MeasuredOp> timed = new ArrayList<>();
        for (int op = 0; op < recorded.length; op++) {
            StepOp o = step.ops().get(op);
            int of = Math.max(o.forwardOf(), o.backwardOf());
            Layer layer = of < 0 ? null : step.layers().get(of);
            boolean back = o.backwardOf() >= 0;
            timed.add(new MeasuredOp(
                    o.parameters() ? Phase.UPDATE : o.phase(),
                    recorded[op],
                    step.onGpu() ? pieces[op] : 1,
                    o.scales(),
                    layer == null ? 0 : layer.weightBytes(),
                    o.touchedBytes(),
                    back ? layer.op() : -1,
                    back ? (of == 0 ? 1 : 2) : 0));
        }
        return timed;
    }

    /** Whether it is a product with parameters, or works on a split activation. */
    private boolean isSplit(StepOp op) {
        if (op.parameters() || op.phase() == Phase.HEAD || !op.scales()) {
            return false;
        }
        boolean product = op.forwardOf() >= 0 || op.backwardOf() >= 0;
        return product || step.layers().get(op.layer()).staysSplit();
    }

    BatchScaling scaling() {
        return scaling;
    }

    /**
     * Time of a node in a forward or backward pass, in ns. Host time concurrent with a GPU and gaps are unchanged.
     *
     * @param ratio samples of the pass / samples recorded
     * @param tp ranks that share a layer
     */
    long nanos(int node, double ratio, int tp) {
        long time = step.graph().durationNanos(node);
        int op = step.opOf()[node];
        if (op < 0 || recorded[op] == 0 || !step.computes(node)) {
            return time;
        }
        StepOp o = step.ops().get(op);
        OptionalDouble modelled = modelled(op, ratio, tp);
        if (modelled.isPresent()) {
            return Math.round(time * modelled.getAsDouble());
        }
        double whole = scaling.nanos(op, ratio);
        if (tp > 1 && split[op]) {
            double floor = scaling.floorNanos(op);
            whole = floor + (whole - floor) / tp;
        } else if (tp > 1 && o.parameters()) {
            whole = whole / tp;
        }
        return whole == recorded[op] ? time : Math.round(time * whole / recorded[op]);
    }

    /**
     * The factor on a product's recorded time by the model of the GPU; empty without a model or for the recorded shape.
     */
    private OptionalDouble modelled(int index, double ratio, int tp) {
        StepOp op = step.ops().get(index);
        int of = Math.max(op.forwardOf(), op.backwardOf());
        boolean other = tp > 1 || ratio != 1 && !paired;
        if (machine == null || !step.onGpu() || of < 0 || !other || op.parameters()) {
            return OptionalDouble.empty();
        }
        double batch = paired ? 1 : ratio;
        return LayerProduct.of(step.layers().get(of))
                .map(product -> OptionalDouble.of(
                        product.ratio(machine, batch, tp, op.backwardOf() >= 0, of == 0) * measured(index, ratio)))
                .orElse(OptionalDouble.empty());
    }

    /** The factor of the batch from two recordings. */
    private double measured(int op, double ratio) {
        return paired ? scaling.nanos(op, ratio) / recorded[op] : 1;
    }

    /** Number of products rescaled to another shape by the model of the GPU. */
    int modelledProducts() {
        return machine == null || !step.onGpu()
                ? 0
                : (int) step.layers().stream()
                        .filter(layer -> LayerProduct.of(layer).isPresent())
                        .count();
    }

    /** Uncertainty of the computation of each layer's passes in either direction, in ns. */
    double[] doubtByLayer(double ratio, int tp) {
        double[] doubt = new double[step.layers().size()];
        for (int op = 0; op < recorded.length; op++) {
            StepOp o = step.ops().get(op);
            doubt[o.layer()] += scaling.doubtNanos(op) * Math.abs(ratio - 1) / (split[op] ? tp : 1);
        }
        return doubt;
    }

    /** Time of each layer's passes on a rank in ns: first GPU, then host. */
    double[][] passesByLayer(double ratio, int tp) {
        double[][] passes = new double[2][step.layers().size()];
        for (int node = 0; node < step.graph().size(); node++) {
            Phase phase = step.phaseOf()[node];
            boolean passing = phase == Phase.FORWARD || phase == Phase.BACKWARD;
            if (passing && step.graph().type(node) == EtNodeType.COMP) {
                passes[step.graph().isCpuOp(node) ? 1 : 0][step.layerOf()[node]] += nanos(node, ratio, tp);
            }
        }
        return passes;
    }

    /** Before which layers the model may be cut: not where tensor parallelism splits the activation. */
    boolean[] cuts(int tp) {
        boolean[] cuts = new boolean[step.layers().size()];
        for (int layer = 0; layer < cuts.length; layer++) {
            cuts[layer] = tp == 1 || layer == 0 || !step.layers().get(layer - 1).staysSplit();
        }
        return cuts;
    }
}

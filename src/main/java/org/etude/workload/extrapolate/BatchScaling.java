// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;

/**
 * Estimates from one batch size how the times of a step's operators scale with the batch: each has a fixed and a
 * proportional part.
 *
 * <p>The optimizer, and operators without a tensor that contains the batch, are fixed. For the others, the lower bound
 * of the fixed part is a floor per kernel (the shortest kernel) plus the time to read parameters once (in the backward
 * pass also to write their gradients) at the best memory rate of the step's other operators. The upper bound applies to
 * the backward pass of a layer on a GPU: the time in excess of the rate of the same layer's forward pass. It computes
 * products of the forward's size, one for the gradient of the parameters and one for that of the input, and a kernel
 * that fills more of a wide machine comes closer to the layer's best rate. The midpoint of the bounds is used, with
 * half their distance as the stated error.
 */
public final class BatchScaling {
    /** Operators shorter than this many floors are not used to determine the memory rate. */
    private static final double LONG_OP = 20;

    private final List<MeasuredOp> ops;
    private final double floor;
    private final boolean wide;
    private final double bytesPerNano;
    private final double[] least;
    private final double[] most;

    private BatchScaling(List<MeasuredOp> ops, double floor, boolean wide) {
        this.ops = List.copyOf(ops);
        this.floor = floor;
        this.wide = wide;
        bytesPerNano = memoryRate();
        least = new double[ops.size()];
        most = new double[ops.size()];
        for (int i = 0; i < least.length; i++) {
            least[i] = least(ops.get(i));
        }
        for (int i = 0; i < most.length; i++) {
            most[i] = Math.max(least[i], most(ops.get(i)));
        }
    }

    /**
     * Analyses a step's operators. Linear in their number.
     *
     * @param ops the operators
     * @param floorNanos time of an empty kernel (or host operator)
     * @param wide whether small batches may leave part of the machine idle: true for a GPU, not for one thread of a
     *     host
     */
    public static BatchScaling of(List<MeasuredOp> ops, double floorNanos, boolean wide) {
        return new BatchScaling(ops, floorNanos, wide);
    }

    /**
     * Analyses the same step recorded with two batches: each operator's time is the line through its two times, with a
     * fixed part between 0 and the whole.
     *
     * @param ops the operators of the first recording
     * @param floorNanos as above
     * @param others times of the same operators in the second, in ns
     * @param ratio samples of the second / samples of the first; not 1
     */
    static BatchScaling of(List<MeasuredOp> ops, double floorNanos, double[] others, double ratio) {
        BatchScaling scaling = new BatchScaling(ops, floorNanos, false);
        for (int i = 0; i < others.length; i++) {
            double recorded = ops.get(i).nanos();
            double fixed = (recorded * ratio - others[i]) / (ratio - 1);
            scaling.least[i] = Math.min(Math.max(fixed, 0), recorded);
            scaling.most[i] = scaling.least[i];
        }
        return scaling;
    }

    private double memoryRate() {
        double best = 0;
        for (MeasuredOp op : ops) {
            boolean plain = op.scales() && op.weightBytes() == 0 && op.forward() < 0 && op.phase() != Phase.UPDATE;
            if (plain && op.nanos() > LONG_OP * floor) {
                best = Math.max(best, op.touchedBytes() / op.nanos());
            }
        }
        return best;
    }

    private double least(MeasuredOp op) {
        if (isFixed(op)) {
            return op.nanos();
        }
        double passes = op.forward() >= 0 ? 2 : 1;
        double parameters = bytesPerNano > 0 ? passes * op.weightBytes() / bytesPerNano : 0;
        return Math.min(op.nanos(), op.pieces() * floor + parameters);
    }

    private double most(MeasuredOp op) {
        if (isFixed(op) || op.forward() < 0 || !wide) {
            return 0;
        }
        double atForwardRate = op.products() * (ops.get(op.forward()).nanos() - least[op.forward()]);
        return op.nanos() - atForwardRate;
    }

    private static boolean isFixed(MeasuredOp op) {
        return op.phase() == Phase.UPDATE || !op.scales();
    }

    /** The fixed part of an operator in ns. */
    public double fixedNanos(int op) {
        return (least[op] + most[op]) / 2;
    }

    /** The part of an operator's fixed time that stays when its parameters are split: the floor of its kernels. */
    public double floorNanos(int op) {
        return Math.min(fixedNanos(op), ops.get(op).pieces() * floor);
    }

    /** Uncertainty of the fixed part in either direction, in ns. */
    public double doubtNanos(int op) {
        return (most[op] - least[op]) / 2;
    }

    /** Time of an operator with a batch this many times as large, in ns. At 1 it is exactly the recorded time. */
    public double nanos(int op, double ratio) {
        double recorded = ops.get(op).nanos();
        return recorded + (recorded - fixedNanos(op)) * (ratio - 1);
    }

    /** Time of all operators with a batch this many times as large, in ns. */
    public double totalNanos(double ratio) {
        double sum = 0;
        for (int i = 0; i < ops.size(); i++) {
            sum += nanos(i, ratio);
        }
        return sum;
    }

    /** Uncertainty of {@link #totalNanos} in either direction due to a single batch size, in ns. */
    public double totalDoubtNanos(double ratio) {
        double sum = 0;
        for (int i = 0; i < ops.size(); i++) {
            sum += doubtNanos(i) * Math.abs(ratio - 1);
        }
        return sum;
    }

    /** The best observed memory rate, in bytes per ns; 0 if none. */
    public double bytesPerNano() {
        return bytesPerNano;
    }
}

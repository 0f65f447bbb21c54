// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.Shared;
import org.etude.compat.triosim.trace.TraceOp;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TraceTensor;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.junit.jupiter.api.Test;

/**
 * VGG-13 on an H100, recorded with batch 128 and 512: one predicted from the other alone. The rule of the original, all times
 * in proportion, is off by 8.6 %.
 */
class VggBatchTest {
    private static TrioSimTrace trace(String name) {
        return TrioSimTrace.read(Shared.dir("golden", "triosim", "traces", name));
    }

    /** Layers with parameters are those TrioSim marks; the k-th from the end of the backward pass belongs to the k-th. */
    private static BatchScaling scaling(TrioSimTrace trace) {
        List<Integer> layers = new ArrayList<>();
        List<Integer> back = new ArrayList<>();
        for (int i = 0; i < trace.ops().size(); i++) {
            String name = trace.ops().get(i).name();
            if (name.equals("aten::conv2d") || name.equals("aten::linear")) {
                layers.add(i);
            } else if (name.endsWith("ConvolutionBackward0") || name.endsWith("AddmmBackward0")) {
                back.add(0, i);
            }
        }
        List<MeasuredOp> ops = new ArrayList<>();
        double floor = Double.MAX_VALUE;
        for (int i = 0; i < trace.ops().size(); i++) {
            TraceOp op = trace.ops().get(i);
            int layer = back.indexOf(i);
            int own = layer >= 0 ? layers.get(layer) : layers.contains(i) ? i : -1;
            double weights = own < 0 ? 0 : trace.ops().get(own).inputs().get(1).bytes();
            double nanos = op.seconds() * 1e9;
            floor = Math.min(floor, nanos);
            Phase phase = op.stage() == Stage.OPTIMIZER
                    ? Phase.UPDATE
                    : Phase.valueOf(op.stage().name());
            int products = layer < 0 ? 0 : layer == 0 ? 1 : 2;
            ops.add(new MeasuredOp(
                    phase, nanos, 1, true, weights, touched(op), layer < 0 ? -1 : layers.get(layer), products));
        }
        return BatchScaling.of(ops, floor, true);
    }

    private static double touched(TraceOp op) {
        return op.inputs().stream().mapToDouble(TraceTensor::bytes).sum()
                + op.outputs().stream().mapToDouble(TraceTensor::bytes).sum();
    }

    private static double measuredMs(TrioSimTrace trace) {
        return trace.ops().stream().mapToDouble(TraceOp::seconds).sum() * 1e3;
    }

    private static double errorPercent(double predictedMs, TrioSimTrace measured) {
        return Math.round(1000 * (predictedMs / measuredMs(measured) - 1)) / 10.0;
    }

    @Test
    void fourTimesTheBatch() {
        TrioSimTrace small = trace("vgg13-h100-bs128");
        TrioSimTrace large = trace("vgg13-h100-bs512");
        BatchScaling scaling = scaling(small);
        assertThat(errorPercent(measuredMs(small) * 4, large)).isEqualTo(8.6);
        assertThat(errorPercent(scaling.totalNanos(4) / 1e6, large)).isEqualTo(1.8);
        assertThat(scaling.totalDoubtNanos(4) / 1e6).isBetween(10.0, 12.0);
    }

    @Test
    void aQuarterOfTheBatch() {
        TrioSimTrace small = trace("vgg13-h100-bs128");
        TrioSimTrace large = trace("vgg13-h100-bs512");
        assertThat(errorPercent(measuredMs(large) / 4, small)).isEqualTo(-7.9);
        assertThat(errorPercent(scaling(large).totalNanos(.25) / 1e6, small)).isEqualTo(2.0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.etude.compat.triosim.trace.TraceOp.Stage;

/** Steps of a seed: a chain of layers with weights and biases forward, back in the opposite order, and an optimizer of any name. */
public final class RandomStep {
    private final Random random;
    private final List<TraceOp> ops = new ArrayList<>();
    private int id;

    private RandomStep(long seed) {
        random = new Random(seed);
    }

    public static TrioSimTrace of(long seed) {
        RandomStep made = new RandomStep(seed);
        made.fill(1 + made.random.nextInt(6));
        return new TrioSimTrace(made.ops);
    }

    private void fill(int layers) {
        List<TraceTensor> weights = new ArrayList<>();
        List<TraceTensor> biases = new ArrayList<>();
        List<TraceTensor> activations = new ArrayList<>(List.of(tensor("x", false)));
        List<Boolean> divided = new ArrayList<>();
        for (int i = 0; i < layers; i++) {
            weights.add(tensor("w" + i, false));
            biases.add(tensor("b" + i, false));
            activations.add(tensor("a" + i, false));
            divided.add(random.nextBoolean());
            op(
                    Stage.FORWARD,
                    "layer",
                    List.of(activations.get(i), weights.get(i), biases.get(i)),
                    List.of(activations.get(i + 1)),
                    divided.get(i));
        }
        TraceTensor gradient = tensor("g", true);
        for (int i = layers - 1; i >= 0; i--) {
            TraceTensor next = tensor("g" + i, random.nextBoolean());
            List<TraceTensor> outputs = random.nextInt(4) == 0 ? List.of() : List.of(next);
            op(Stage.BACKWARD, "back", List.of(gradient, activations.get(i), weights.get(i)), outputs, divided.get(i));
            gradient = next;
        }
        TraceTensor moment = tensor("m", false);
        op(Stage.OPTIMIZER, "aten::_foreach_lerp_", List.of(moment), List.of(moment), false);
        List<TraceTensor> all = new ArrayList<>(weights);
        all.addAll(biases);
        op(Stage.OPTIMIZER, "aten::_foreach_addcdiv_", all, List.of(), false);
    }

    private TraceTensor tensor(String name, boolean gradient) {
        return new TraceTensor(name, random.nextInt(4_000_000), gradient);
    }

    private void op(Stage stage, String name, List<TraceTensor> in, List<TraceTensor> out, boolean divided) {
        // some take no time at all
        double seconds = random.nextInt(5) == 0 ? 0 : random.nextInt(1000) * 1e-6;
        ops.add(new TraceOp(++id, name, in, out, seconds, stage, divided));
    }
}

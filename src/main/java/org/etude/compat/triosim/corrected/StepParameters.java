// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.trace.TraceOp.Stage;

/**
 * The parameters of a step, found for any optimizer: what both forward operators and the optimizer read. The gradient
 * of a parameter is produced by the last backward operator that reads it or, for a bias, that reads what its forward
 * operator reads with it.
 */
final class StepParameters {
    private final Map<Integer, TensorPiece> all = new LinkedHashMap<>();
    private final Map<Integer, Set<Integer>> together = new HashMap<>();
    private final Map<ReplayOp, List<TensorPiece>> made = new HashMap<>();
    private final List<TensorPiece> rest = new ArrayList<>();

    StepParameters(List<ReplayOp> ops) {
        Set<Integer> updated = new HashSet<>();
        ops.stream().filter(op -> stage(op) == Stage.OPTIMIZER).forEach(op -> op.inputs()
                .forEach(input -> updated.add(input.id())));
        ops.stream().filter(op -> stage(op) == Stage.FORWARD).forEach(op -> read(op, updated));
        Map<Integer, ReplayOp> last = new HashMap<>();
        ops.stream().filter(op -> stage(op) == Stage.BACKWARD).forEach(op -> op.inputs()
                .forEach(input -> last.put(input.id(), op)));
        all.values().forEach(parameter -> place(parameter, last));
    }

    /** The parameters whose gradients are complete when an operator ends. */
    List<TensorPiece> made(ReplayOp op) {
        return made.getOrDefault(op, List.of());
    }

    /** The parameters whose gradients no backward operator is known to produce. */
    List<TensorPiece> rest() {
        return rest;
    }

    private static Stage stage(ReplayOp op) {
        return op.recorded().stage();
    }

    private void read(ReplayOp op, Set<Integer> updated) {
        List<TensorPiece> own =
                op.inputs().stream().filter(t -> updated.contains(t.id())).toList();
        for (TensorPiece one : own) {
            all.putIfAbsent(one.id(), one);
            own.forEach(other ->
                    together.computeIfAbsent(one.id(), id -> new HashSet<>()).add(other.id()));
        }
    }

    private void place(TensorPiece parameter, Map<Integer, ReplayOp> last) {
        ReplayOp maker = last.get(parameter.id());
        if (maker == null) {
            maker = together.get(parameter.id()).stream()
                    .map(last::get)
                    .filter(op -> op != null)
                    .findFirst()
                    .orElse(null);
        }
        (maker == null ? rest : made.computeIfAbsent(maker, op -> new ArrayList<>())).add(parameter);
    }
}

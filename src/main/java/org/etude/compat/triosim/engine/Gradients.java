// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.compat.triosim.trace.TraceOp.Stage;

/**
 * The tensors whose gradients are reduced: what Adam's {@code addcdiv} reads but its moment updates do not, which are
 * the parameters. A trace of another optimiser has none.
 */
public final class Gradients {
    private static final String UPDATE = "aten::_foreach_addcdiv_";
    private static final Set<String> MOMENTS = Set.of("aten::_foreach_add_", "aten::_foreach_lerp_");

    private final TensorNames names;
    private final Map<Integer, TensorPiece> all = new LinkedHashMap<>();
    private final Set<Integer> taken = new LinkedHashSet<>();

    /** Finds the gradients among what the operators of a step read and write. */
    public Gradients(List<ReplayOp> ops, TensorNames names) {
        this.names = names;
        ops.stream().filter(Gradients::updates).forEach(op -> op.inputs().forEach(t -> all.put(t.id(), t)));
        ops.stream().filter(op -> MOMENTS.contains(op.recorded().name())).forEach(op -> op.inputs()
                .forEach(t -> all.remove(t.id())));
    }

    public static boolean updates(ReplayOp op) {
        return UPDATE.equals(op.recorded().name());
    }

    /** Those that an operator reads, with repetitions. */
    public List<TensorPiece> of(ReplayOp op) {
        return op.inputs().stream().filter(t -> all.containsKey(t.id())).toList();
    }

    /**
     * What the original reduces when an operator of the backward pass starts: the gradients that it reads, even if
     * already taken, and all that follow one of them in text order and are not yet taken. Empty where nothing is
     * reduced.
     */
    public List<TensorPiece> bucket(ReplayOp op) {
        if (op.recorded().stage() != Stage.BACKWARD) {
            return List.of();
        }
        List<TensorPiece> own = of(op);
        List<TensorPiece> bucket = new ArrayList<>(own);
        for (TensorPiece piece : own) {
            taken.add(piece.id());
            String name = names.name(piece.id());
            for (TensorPiece other : all.values()) {
                if (names.name(other.id()).compareTo(name) > 0 && taken.add(other.id())) {
                    bucket.add(other);
                }
            }
        }
        return bucket;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.List;
import java.util.Set;
import org.etude.link.model.LinkedRank;
import org.etude.trace.model.HostTrace;

/** Facts about an outermost operator and everything it called, filled by {@link #add}. */
final class TopFacts {
    private static final String GRADIENT = "torch::autograd::AccumulateGrad";
    private static final Set<String> MOVES = Set.of(
            "aten::t",
            "aten::transpose",
            "aten::as_strided",
            "aten::detach",
            "detach",
            "aten::to",
            "aten::_to_copy",
            "aten::copy_",
            "TBackward0",
            "ToCopyBackward0",
            "TransposeBackward0");

    final int node;
    final String name;
    final long start;
    final long end;
    final boolean optimizer;
    final LongLinkedOpenHashSet sequences = new LongLinkedOpenHashSet();
    List<TensorShape> inputs = List.of();
    List<TensorShape> outputs = List.of();
    String inputValues = "";
    TensorShape gradient;
    private final LongOpenHashSet moved = new LongOpenHashSet();
    private boolean works;
    private long touched;

    TopFacts(LinkedRank rank, int node, boolean optimizer) {
        this.node = node;
        this.optimizer = optimizer;
        name = rank.name(node);
        start = rank.startNanos(node);
        end = start + rank.durationNanos(node);
    }

    boolean isBackward() {
        return name.startsWith(HostTops.BACKWARD);
    }

    void add(LinkedRank rank, int member) {
        int at = rank.hostIndex(member);
        HostTrace host = rank.trace().host();
        if (at < 0 || host == null) {
            return;
        }
        if (host.sequenceId(at) >= 0) {
            sequences.add(host.sequenceId(at));
        }
        long bytes = Math.max(0, host.inputBytes(at)) + Math.max(0, host.outputBytes(at));
        if (touched == 0) {
            touched = bytes;
        }
        if (member == node) {
            inputs = TensorShape.of(host.inputs(at));
            outputs = TensorShape.of(host.outputs(at));
            inputValues = host.inputs(at).values();
        }
        if (isBackward() && rank.name(member).equals(GRADIENT)) {
            List<TensorShape> shapes = TensorShape.of(host.inputs(at));
            gradient = shapes.isEmpty() ? null : shapes.get(0);
        }
        works |= bytes > 0 && !MOVES.contains(rank.name(member)) && !isReducer(rank.name(member));
        moved.add(Math.max(0, host.inputBytes(at)));
    }

    private static boolean isReducer(String name) {
        return name.contains("distributed") || name.startsWith("c10d") || name.equals(GRADIENT);
    }

    /**
     * Whether it works on activations: on tensors, other than by moving or casting something of the size of a
     * parameter.
     *
     * @param parameterBytes sizes of the parameters
     */
    boolean holdsBatch(LongSet parameterBytes) {
        return gradient == null && (works || moved.longStream().anyMatch(b -> b > 0 && !parameterBytes.contains(b)));
    }

    /** Bytes of the inputs and outputs of the operator, or of the first operator below it that records them. */
    long touchedBytes() {
        return touched;
    }
}

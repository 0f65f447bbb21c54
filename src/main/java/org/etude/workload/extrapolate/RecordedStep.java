// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;

/**
 * A step of one rank taken apart: its execution trace, node by node, and to which operator, pass and layer each belongs.
 * Arrays run over the nodes of {@code graph} and must not be changed.
 *
 * @param graph the converted step
 * @param onGpu whether kernels compute; else the host does
 * @param batch samples of the recorded step
 * @param batchKnown whether somebody said so; else it was read from the first layer's input
 * @param ops the outermost operators, in the order of their begin
 * @param opOf the operator of a node, -1 for none (gaps between operators)
 * @param phaseOf the pass of a node
 * @param layerOf the layer of a node
 * @param layers layers with parameters in the order of the forward pass
 * @param tensors the storages of its tensors
 */
record RecordedStep(
        EtGraph graph,
        boolean onGpu,
        long batch,
        boolean batchKnown,
        List<StepOp> ops,
        int[] opOf,
        Phase[] phaseOf,
        int[] layerOf,
        List<Layer> layers,
        StepTensors tensors) {

    /** Whether a node takes time that depends on what is computed: a kernel, or the host where it computes. */
    boolean computes(int node) {
        return graph.type(node) == EtNodeType.COMP && graph.isCpuOp(node) != onGpu;
    }

    /** Bytes of all gradients. */
    long gradientBytes() {
        return ops.stream().mapToLong(StepOp::gradientBytes).sum();
    }

    /** Elements of all gradients. */
    long gradientElements() {
        return ops.stream().mapToLong(StepOp::gradientElements).sum();
    }

    /** What tells the work of two ranks apart: the layers with their sizes, not their times. */
    List<String> signature() {
        return layers.stream()
                .map(l -> l.name() + " " + l.weightBytes() + " " + l.inputBytes())
                .toList();
    }

    /** What two recordings of one model with different batches share: operators by name and part of the step. */
    List<String> program() {
        return ops.stream().map(op -> op.phase() + " " + op.name()).toList();
    }
}

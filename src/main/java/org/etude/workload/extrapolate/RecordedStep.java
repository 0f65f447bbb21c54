// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;

/**
 * The analysed step of one rank: its execution trace with the operator, pass and layer of each node. Arrays are indexed
 * by nodes of {@code graph} and must not be modified.
 *
 * @param graph the converted step
 * @param onGpu whether kernels compute; otherwise the host does
 * @param batch samples of the recorded step
 * @param batchKnown whether the user gave the batch; otherwise it was read from the first layer's input
 * @param ops the outermost operators, in start order
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

    /** Whether a node's time depends on the computation: a kernel, or the host if it computes. */
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

    /** A signature of the rank's work: the layers with their sizes, without times. */
    List<String> signature() {
        return layers.stream()
                .map(l -> l.name() + " " + l.weightBytes() + " " + l.inputBytes())
                .toList();
    }

    /** A signature independent of the batch: operators by name and part of the step. */
    List<String> program() {
        return ops.stream().map(op -> op.phase() + " " + op.name()).toList();
    }
}
